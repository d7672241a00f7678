// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.jspecify.annotations.Nullable;

/** Kinds of vertices in a feed. */
enum VertexKind {
  PROCESS,
  OBJECT,
  AGENT,
  /** A CDM event, which joins its subject and objects. */
  EVENT;

  private static final Map<Bytes, Meaning> BY_NAME = new HashMap<>();

  static {
    name(PROCESS, ObjectKind.OTHER, "process", "activity", "subject", "unit");
    name(AGENT, ObjectKind.AGENT, "agent", "principal");
    name(EVENT, ObjectKind.OTHER, "event");
    name(OBJECT, ObjectKind.OTHER, "artifact", "entity", "object", "srcsinkobject", "ipcobject");
    name(OBJECT, ObjectKind.FILE, "file", "fileobject");
    name(OBJECT, ObjectKind.SOCKET, "netflowobject", "packetsocketobject");
    name(OBJECT, ObjectKind.PIPE, "unnamedpipeobject", "pipeobject");
    name(OBJECT, ObjectKind.MEMORY, "memoryobject");
    name(OBJECT, ObjectKind.OTHER, "registrykeyobject", "provenancetagnode");
  }

  private static void name(VertexKind kind, ObjectKind object, String... names) {
    for (String name : names) {
      Meaning meaning = new Meaning(kind, object);
      BY_NAME.put(Bytes.of(name), meaning);
      BY_NAME.put(
          Bytes.of(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)), meaning);
    }
  }

  /** Kind of vertex and of object that a type stands for. */
  record Meaning(VertexKind kind, ObjectKind object) {}

  /** Returns the meaning of a type, ignoring case; null if it is not a type of vertices. */
  static @Nullable Meaning of(Bytes type) {
    Meaning meaning = BY_NAME.get(type);
    return meaning != null ? meaning : BY_NAME.get(lower(type));
  }

  static Bytes lower(Bytes text) {
    return Bytes.of(text.toString().toLowerCase(Locale.ROOT));
  }
}
