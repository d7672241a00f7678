// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

/**
 * Fields of {@code struct fuse_file_info} of 64-bit Linux, by address. jnr-fuse has no {@code
 * writepage}.
 */
final class FileInfo {
  private static final int WRITE_PAGE = 16;
  private static final int HANDLE = 24;

  private FileInfo() {}

  static int flags(long info) {
    return Libfuse.MEMORY.getInt(info);
  }

  /** Returns whether Linux writes pages of a mapping back. */
  static boolean isWriteBack(long info) {
    return Libfuse.MEMORY.getInt(info + WRITE_PAGE) != 0;
  }

  static long handle(long info) {
    return Libfuse.MEMORY.getLong(info + HANDLE);
  }

  static void setHandle(long info, long handle) {
    Libfuse.MEMORY.putLong(info + HANDLE, handle);
  }
}
