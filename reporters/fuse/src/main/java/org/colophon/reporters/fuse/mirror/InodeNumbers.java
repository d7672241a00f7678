// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/**
 * Inode numbers as the mount reports them. A mount has one device number, but may show several file
 * systems whose inode numbers are equal. So the upper half of a number is a tag.
 *
 * <p>Each device and upper half of its own inode numbers has one tag. On the device of the root the
 * tag is that upper half, so numbers remain unchanged. Other tags are hash values of the file
 * system's id, which outlasts a remount, or of its device number if it has no id. Bit 30 is set and
 * bit 31 is clear in these tags, so they equal no upper half of a number below 2^62. A tag in use
 * is never assigned again; the next hash value is used instead. Any thread.
 */
final class InodeNumbers {
  private static final int STATFS_BYTES = 120;
  private static final int FILE_SYSTEM_ID = 56;
  private static final long LOWER_HALF = 0xffff_ffffL;

  private record Range(long device, long upperHalf) {}

  private final Os os;
  private final NativeBuffer system;
  private final Map<Range, Long> tags = new HashMap<>();
  private final Map<Long, Long> fileSystems = new HashMap<>();
  private long lastDevice = -1;
  private long lastFileSystem;
  private final Set<Long> used = new HashSet<>();
  private final long rootDevice;

  InodeNumbers(Os os, long rootDevice) {
    this.os = os;
    this.system = os.buffer(STATFS_BYTES);
    this.rootDevice = rootDevice;
    used.add(0L);
  }

  /**
   * Returns the number of an inode.
   *
   * @param fd a descriptor on the same device
   */
  long of(int fd, long device, long inode) {
    long upperHalf = inode >>> Integer.SIZE;
    if (device == rootDevice && upperHalf == 0) {
      return inode;
    }
    return tag(fd, new Range(device, upperHalf)) << Integer.SIZE | (inode & LOWER_HALF);
  }

  private synchronized long tag(int fd, Range range) {
    return tags.computeIfAbsent(range, unknown -> unusedTag(fd, unknown));
  }

  private long unusedTag(int fd, Range range) {
    long hash = range.upperHalf;
    long tag = hash;
    if (range.device != rootDevice) {
      hash += mix(fileSystem(fd, range.device));
      tag = tag(hash);
    }
    while (!used.add(tag)) {
      hash = mix(hash + range.device);
      tag = tag(hash);
    }
    return tag;
  }

  private static long tag(long hash) {
    return (mix(hash) & 0x3fff_ffffL) | 0x4000_0000L;
  }

  /**
   * Returns the id of a file system, which lasts over reboots where there is one; otherwise its
   * device number.
   */
  synchronized long fileSystem(int fd, long device) {
    if (device != lastDevice) {
      lastFileSystem = fileSystems.computeIfAbsent(device, unknown -> readFileSystem(fd, unknown));
      lastDevice = device;
    }
    return lastFileSystem;
  }

  private long readFileSystem(int fd, long device) {
    boolean isKnown = os.libc.fstatfs(fd, system.address()) == 0;
    long id = isKnown ? system.getLong(FILE_SYSTEM_ID) : 0;
    return id == 0 ? device : id;
  }

  /** The mixing function of MurmurHash3. */
  private static long mix(long value) {
    long half = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
    long mixed = (half ^ half >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
