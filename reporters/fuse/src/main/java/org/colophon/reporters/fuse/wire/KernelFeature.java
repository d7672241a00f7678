package org.colophon.reporters.fuse.wire;

/**
 * Optional features of the kernel. Their names are those in include/uapi/linux/fuse.h. A mount can
 * omit each, to measure its effect or to avoid a bug of a kernel.
 */
public enum KernelFeature {
  ASYNC_READ(1),
  BIG_WRITES(1 << 5),
  AUTO_INVAL_DATA(1 << 12),
  DO_READDIRPLUS(3 << 13),
  ASYNC_DIO(1 << 15),
  PARALLEL_DIROPS(1 << 18),
  MAX_PAGES(1 << 22),
  CACHE_SYMLINKS(1 << 23),
  HANDLE_KILLPRIV_V2(1 << 28),
  FOPEN_NOFLUSH(0);

  final int flags;

  KernelFeature(int flags) {
    this.flags = flags;
  }
}
