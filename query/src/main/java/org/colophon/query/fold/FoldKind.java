// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.Locale;
import org.colophon.query.api.LineageNode;

/** Kinds of folds. A fold displays several nodes as one. */
public enum FoldKind {
  /** A command, its descendants, and the objects that only they wrote and read. */
  PROCESS,
  /** The programs that a process executed one after another. */
  EXEC,
  /** Files of the same directory with the same neighbours. */
  FILES,
  /** The middle of a long chain. */
  CHAIN,
  /** Parts of the same structure, such as the pipelines of a loop. */
  ALIKE,
  /** One of several parts of the same structure. */
  COPY,
  /** Some of the parts of an opened fold that has many parts. */
  REST;

  private static final String PREFIX = "fold:";

  /** Returns the id of a fold, such as {@code fold:process:7}, given its leader. */
  public String id(LineageNode leader) {
    return PREFIX + (this == PROCESS ? "" : word() + ":") + nodeId(leader);
  }

  /** Returns the name of the kind in answers. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the id of a node, which is also a target. For an object, the target selects exactly
   * this version.
   */
  public static String nodeId(LineageNode node) {
    LineageNode.Cut end = node.isProcess() ? null : node.end();
    return end == null ? node.target() : node.target() + "@" + (end.endLsn() - 1);
  }
}
