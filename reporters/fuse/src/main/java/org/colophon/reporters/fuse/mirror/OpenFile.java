package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.fuse.os.Flags;

/** A file or folder that somebody opened through the mirror, until the last copy is closed. */
public final class OpenFile {
  final int id;
  final int fd;
  final Node node;
  final int flags;

  /** What the observers know of it, if anything; theirs alone. */
  public volatile Object note;

  /** Those flags of its descriptor that its users may change; changed while holding this. */
  volatile int settings;

  /** A descriptor for what the kernel writes of a mapping; -1 until needed, guarded by this. */
  int placing = -1;

  /** Where the next folder entry would come from; guarded by this. */
  long position;

  OpenFile(int id, int fd, Node node, int flags) {
    this.id = id;
    this.fd = fd;
    this.node = node;
    this.flags = flags;
    this.settings = flags & Settings.ALL;
  }

  /** The number that the kernel is given for it. */
  public int id() {
    return id;
  }

  public Node node() {
    return node;
  }

  /** How it was opened, as {@code open} takes it. */
  public int flags() {
    return flags;
  }

  public boolean isReadable() {
    return (flags & Flags.O_ACCMODE) != Flags.O_WRONLY;
  }

  public boolean isWritable() {
    return (flags & Flags.O_ACCMODE) != 0;
  }

  /** The kernel opened it in order to execute it. */
  public boolean isForExecution() {
    return (flags & Flags.FMODE_EXEC) != 0;
  }
}
