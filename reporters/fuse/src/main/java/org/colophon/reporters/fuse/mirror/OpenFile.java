// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.common.os.Flags;
import org.jspecify.annotations.Nullable;

/** An open file or directory. It exists until the last descriptor is closed. */
public final class OpenFile {
  final int id;
  final int fd;
  final Node node;
  final int flags;

  /** State that the observers attach. */
  public volatile @Nullable Object note;

  /** Mutable flags of the descriptor; changed under this monitor. */
  volatile int settings;

  /** Second descriptor, used to write memory mappings; -1 until needed. Guarded by this. */
  int placing = -1;

  /** True if it counts in {@link Node#passed} or {@link Node#plain}. Guarded by the node. */
  boolean isCounted;

  /** True if Linux has it as passed through, perhaps with direct I/O. Guarded by the node. */
  boolean isPassed;

  /** True if Linux performs its reads and writes without requests. Set before that reply. */
  boolean isUnseen;

  /** Position of the next directory entry; guarded by this. */
  long position;

  private final OpenFiles all;

  OpenFile(OpenFiles all, int id, int fd, Node node, int flags) {
    this.all = all;
    this.id = id;
    this.fd = fd;
    this.node = node;
    this.flags = flags;
    this.settings = flags & FileFlags.ALL;
  }

  /** Returns the number of this open file in requests. */
  public int id() {
    return id;
  }

  public Node node() {
    return node;
  }

  public boolean isWritable() {
    return (flags & Flags.O_ACCMODE) != 0;
  }

  /**
   * Requests Linux to read and write the file without requests. Called by an observer while the
   * file is opened, if it needs none. Returns false if that is impossible.
   */
  public boolean passThrough(RequestContext request) {
    isUnseen = all.pass(request, this);
    return isUnseen;
  }

  /** Returns whether writes through a shared mapping make no requests, but other writes do. */
  public boolean isMappedUnseen() {
    return isPassed && !isUnseen && isWritable();
  }

  /** Returns whether reads and writes make no requests. */
  public boolean isUnseen() {
    return isUnseen;
  }

  public boolean isForExecution() {
    return (flags & Flags.FMODE_EXEC) != 0;
  }
}
