package org.colophon.reporters.fuse;

/** Whether the kernel may answer reads from its page cache. */
enum Caching {
  /** Never: every read and write is seen with its caller. */
  NONE,
  /**
   * While a file is open. A read answered from the cache is not seen; a reader counts until it
   * closes the file.
   */
  KERNEL
}
