package org.colophon.reporters.fuse;

/** Whether the kernel may answer reads from its page cache. */
enum Caching {
  /** Never: every read and write is seen, with who made it. */
  NONE,
  /**
   * While a file is open: small reads are quicker; a read of what somebody else has read meanwhile
   * is not seen, and counts as made until the file is closed.
   */
  KERNEL
}
