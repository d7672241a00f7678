// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.util.Locale;
import org.colophon.core.model.ObjectKind;
import org.neo4j.graphdb.Label;

/** The labels of the graph, see {@code docs/reference/cypher.md}. */
public final class NodeLabel {
  public static final Label PROCESS = Label.label("Process");
  public static final Label OBJECT = Label.label("Object");
  public static final Label VERSION = Label.label("Version");
  public static final Label NAME = Label.label("Name");

  /** Label of the single {@link #NAME} node at which all paths begin. */
  public static final Label NAME_ROOT = Label.label("NameRoot");

  public static final Label EXTENDED_RECORD = Label.label("ExtendedRecord");
  public static final Label SNAPSHOT = Label.label("Snapshot");
  public static final Label GAP = Label.label("Gap");

  /** Label of the single node with the state of the store. */
  public static final Label COLOPHON = Label.label("Colophon");

  public static final Label CLOCK = Label.label("Clock");

  private static final Label[] KINDS = kinds();

  private NodeLabel() {}

  /** Returns the additional label of objects of a kind. */
  public static Label of(ObjectKind kind) {
    return KINDS[kind.code()];
  }

  private static Label[] kinds() {
    ObjectKind[] kinds = ObjectKind.values();
    Label[] labels = new Label[kinds.length];
    for (ObjectKind kind : kinds) {
      String name = kind.name();
      labels[kind.code()] =
          Label.label(name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT));
    }
    return labels;
  }
}
