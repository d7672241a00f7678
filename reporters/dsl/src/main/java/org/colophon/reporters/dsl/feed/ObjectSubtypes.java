// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;

/** Maps the subtypes of SPADE and CDM, and Colophon's own names, to kinds of objects. */
final class ObjectSubtypes {
  private static final Map<Bytes, ObjectKind> KINDS = new HashMap<>();
  private static final Map<ObjectKind, Bytes> NAMES = new EnumMap<>(ObjectKind.class);

  static {
    for (ObjectKind kind : ObjectKind.values()) {
      put(kind, kind.name());
      NAMES.put(kind, VertexKind.lower(Bytes.of(kind.name())));
    }
    put(ObjectKind.FILE, "file_object_file", "file_object_char");
    put(ObjectKind.DIRECTORY, "file_object_dir");
    put(ObjectKind.SYMLINK, "link", "file_object_link");
    put(ObjectKind.FIFO, "named pipe", "file_object_named_pipe");
    put(ObjectKind.PIPE, "unnamed pipe", "system v message queue", "posix message queue");
    put(ObjectKind.SOCKET, "network socket", "unix socket", "unix socket pair");
    put(ObjectKind.SOCKET, "network socket pair", "file_object_unix_socket", "network");
    put(ObjectKind.DEVICE, "block device", "character device", "file_object_block");
    put(ObjectKind.MEMORY, "memory address", "system v shared memory");
  }

  private ObjectSubtypes() {}

  private static void put(ObjectKind kind, String... names) {
    for (String name : names) {
      KINDS.put(VertexKind.lower(Bytes.of(name)), kind);
    }
  }

  static ObjectKind kind(Bytes subtype, ObjectKind otherwise) {
    ObjectKind kind = KINDS.get(subtype);
    return kind != null ? kind : KINDS.getOrDefault(VertexKind.lower(subtype), otherwise);
  }

  /** Returns whether a subtype is Colophon's own name of a kind, as it was written. */
  static boolean isName(Bytes subtype, ObjectKind kind) {
    return subtype.equals(NAMES.get(kind));
  }
}
