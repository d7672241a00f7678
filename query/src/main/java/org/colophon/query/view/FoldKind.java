package org.colophon.query.view;

import java.util.Locale;
import org.colophon.query.api.LineageNode;

/** Reasons to show many nodes as one. */
enum FoldKind {
  /** A command, its descendants, and the objects that only they wrote and read. */
  PROCESS,
  /** The programs that one process executed in turn. */
  EXEC,
  /** Files of one directory with the same neighbours. */
  FILES,
  /** The middle of a long chain. */
  CHAIN;

  private static final String PREFIX = "fold:";

  /** Returns the id of a fold by its leader, such as {@code fold:process:7}. */
  String id(LineageNode leader) {
    return PREFIX + (this == PROCESS ? "" : word() + ":") + nodeId(leader);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns an id of a node that is also a target. For an object it selects exactly this version.
   */
  static String nodeId(LineageNode node) {
    boolean isOver = !node.isProcess() && node.end() != null;
    return isOver ? node.target() + "@" + (node.end().endLsn() - 1) : node.target();
  }
}
