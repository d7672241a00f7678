// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/** Lists directories. */
public final class DirectoryOperations {
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final int GETDENTS64 = IS_ARM ? 61 : 217;
  private static final int DT_UNKNOWN = 0;
  private static final int DT_DIR = 4;

  private final Mirror mirror;
  private final Os os;

  DirectoryOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /** Receives the entries of a directory. */
  public interface EntryConsumer {
    /**
     * Receives an entry.
     *
     * @param next position of the following entry
     * @param nameOffset offset of the zero-terminated name in the buffer
     * @return false if the entry does not fit
     */
    boolean entry(long inode, long next, int type, int nameOffset);
  }

  /**
   * Lists entries from a position until the consumer is full.
   *
   * @param buffer receives the system's entries
   * @param size number of bytes to request
   * @return 0, or a negative error number
   */
  public int list(
      OpenFile directory, long position, NativeBuffer buffer, int size, EntryConsumer consumer) {
    synchronized (directory) {
      if (directory.position != position) {
        long moved = os.libc.lseek(directory.fd, position, Flags.SEEK_SET);
        if (moved < 0) {
          return -os.errno();
        }
        directory.position = position;
      }
      return listOn(directory, buffer, size, consumer);
    }
  }

  private int listOn(OpenFile directory, NativeBuffer buffer, int size, EntryConsumer consumer) {
    long count = os.libc.syscall(GETDENTS64, directory.fd, buffer.address(), size, 0, 0, 0);
    if (count < 0) {
      return -os.errno();
    }
    long read = directory.position;
    int at = 0;
    while (at < count) {
      long next = buffer.getLong(at + 8);
      int length = buffer.getShort(at + 16);
      int type = buffer.get(at + 18);
      if (!consumer.entry(buffer.getLong(at), next, type, at + 19)) {
        break;
      }
      read = next;
      at += length;
    }
    // If the consumer is full, Linux requests the remaining entries again, but the descriptor has
    // already read past them. So the next call must seek.
    directory.position = at < count ? -1 : read;
    return 0;
  }

  /**
   * Returns the inode number in the mount of an entry that is not looked up. The system's number of
   * a mount point is that of the directory below, so directories need their status.
   *
   * @param inode the system's number of the entry
   * @param type the system's type of the entry
   */
  public long number(RequestContext request, OpenFile directory, long inode, int type) {
    boolean mayBeMountPoint = type == DT_DIR || type == DT_UNKNOWN;
    int fd = mayBeMountPoint ? mirror.lookups.open(request, directory.node) : -1;
    if (fd < 0) {
      return mirror.nodes.numbers.of(directory.fd, directory.node.device, inode);
    }
    boolean isKnown = mirror.lookups.status(request, fd) == 0;
    long device = isKnown ? request.status.device() : directory.node.device;
    long found = mirror.nodes.numbers.of(fd, device, isKnown ? request.status.inode() : inode);
    os.libc.close(fd);
    return found;
  }

  /**
   * Returns the node of an entry, registered for Linux. Stores the node's status in the request.
   */
  public @Nullable Node find(RequestContext request, OpenFile directory) {
    return mirror.lookups.find(request, directory.node);
  }
}
