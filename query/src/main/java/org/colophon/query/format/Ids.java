package org.colophon.query.format;

import org.colophon.query.api.LineageNode;

/** Names of nodes in exports: processes, objects and versions have separate name spaces. */
public final class Ids {
  private Ids() {}

  /** {@code process:17} or {@code object:42.v1}. */
  public static String of(LineageNode node) {
    return node.isProcess() ? node.target() : node.target() + ".v" + node.version();
  }
}
