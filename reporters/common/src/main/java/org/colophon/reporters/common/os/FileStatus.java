// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

/** Reader of a {@code statx} structure at the start of a buffer. */
public final class FileStatus {
  /** Length of the structure. */
  public static final int SIZE = 256;

  /** All {@code stat} fields and the birth time. */
  public static final int MASK = 0x7ff | 0x800;

  /** Offset of the inode number. */
  public static final int INODE = 32;

  private static final int BIRTH = 0x800;

  private final NativeBuffer buffer;

  public FileStatus(NativeBuffer buffer) {
    this.buffer = buffer;
  }

  public long address() {
    return buffer.address();
  }

  /** Returns the buffer with the structure. */
  public NativeBuffer buffer() {
    return buffer;
  }

  public int blockSize() {
    return buffer.getInt(4);
  }

  public int links() {
    return buffer.getInt(16);
  }

  public int user() {
    return buffer.getInt(20);
  }

  public int group() {
    return buffer.getInt(24);
  }

  public int mode() {
    return buffer.getShort(28);
  }

  public long inode() {
    return buffer.getLong(INODE);
  }

  public long size() {
    return buffer.getLong(40);
  }

  public long blocks() {
    return buffer.getLong(48);
  }

  public long accessSeconds() {
    return buffer.getLong(64);
  }

  public int accessNanos() {
    return buffer.getInt(72);
  }

  public long changeSeconds() {
    return buffer.getLong(96);
  }

  public int changeNanos() {
    return buffer.getInt(104);
  }

  public long modificationSeconds() {
    return buffer.getLong(112);
  }

  public int modificationNanos() {
    return buffer.getInt(120);
  }

  /** Returns nanoseconds since 1970; 0 if the file system does not record it. */
  public long birthNanos() {
    boolean known = (buffer.getInt(0) & BIRTH) != 0;
    return known ? buffer.getLong(80) * 1_000_000_000L + buffer.getInt(88) : 0;
  }

  /** Returns the device number of a device file in Linux's internal 32-bit form. */
  public int representedDevice() {
    return (int) packed(buffer.getInt(128), buffer.getInt(132));
  }

  /** Returns the device of the file as in {@code st_dev}. */
  public long device() {
    long major = buffer.getInt(136) & 0xffffffffL;
    long minor = buffer.getInt(140) & 0xffffffffL;
    return (minor & 0xff)
        | ((major & 0xfff) << 8)
        | ((minor & ~0xffL) << 12)
        | ((major & ~0xfffL) << 32);
  }

  private static long packed(int major, int minor) {
    return (minor & 0xff) | ((long) major << 8) | ((long) (minor & ~0xff) << 12);
  }
}
