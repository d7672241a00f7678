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

  /** Position of the next directory entry; guarded by this. */
  long position;

  OpenFile(int id, int fd, Node node, int flags) {
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

  public boolean isForExecution() {
    return (flags & Flags.FMODE_EXEC) != 0;
  }
}
