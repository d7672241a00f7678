package org.colophon.reporters.fuse.wire;

/**
 * What the kernel offers to make requests fewer or to have them at once, and a mirror can do
 * without: to measure what each gives, or where a kernel has a fault in one. The names are the
 * kernel's, include/uapi/linux/fuse.h.
 */
public enum Offer {
  /** Several reads of one file at once. */
  ASYNC_READ(1),
  /** More than a page a write. */
  BIG_WRITES(1 << 5),
  /** Pages go when the file below has changed. */
  AUTO_INVAL_DATA(1 << 12),
  /** Names with their statuses; with it goes {@code READDIRPLUS_AUTO}. */
  DO_READDIRPLUS(3 << 13),
  /** Several requests past the page cache for one file at once. */
  ASYNC_DIO(1 << 15),
  /** Look-ups and listings of one folder at once. */
  PARALLEL_DIROPS(1 << 18),
  /** More than 128 KiB a request. */
  MAX_PAGES(1 << 22),
  /** One request for each target of a symbolic link. */
  CACHE_SYMLINKS(1 << 23),
  /** No look at a file's capabilities before each write. */
  HANDLE_KILLPRIV_V2(1 << 28),
  /** No request at a close that nobody waits for; answered at each opening. */
  FOPEN_NOFLUSH(0);

  /** Its bits in the first request. */
  final int flags;

  Offer(int flags) {
    this.flags = flags;
  }
}
