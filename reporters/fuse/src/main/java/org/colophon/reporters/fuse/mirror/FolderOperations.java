package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.fuse.os.Flags;
import org.colophon.reporters.fuse.os.NativeBuffer;
import org.colophon.reporters.fuse.os.Os;

/** Lists folders. */
public final class FolderOperations {
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final int GETDENTS64 = IS_ARM ? 61 : 217;

  private final Mirror mirror;
  private final Os os;

  FolderOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /** Takes the entries of a folder one by one. */
  public interface EntryConsumer {
    /**
     * Takes an entry.
     *
     * @param next where the entry behind it begins
     * @param nameOffset of its name, ended by a zero, in the buffer that was given
     * @return false if there is no room for it
     */
    boolean entry(long inode, long next, int type, int nameOffset);
  }

  /**
   * Lists entries from a position on until the consumer has no room.
   *
   * @param buffer for the system's entries
   * @param size how many bytes of them to ask for
   * @return 0, or a negative error number
   */
  public int list(
      OpenFile folder, long position, NativeBuffer buffer, int size, EntryConsumer consumer) {
    synchronized (folder) {
      if (folder.position != position) {
        long moved = os.libc.lseek(folder.fd, position, Flags.SEEK_SET);
        if (moved < 0) {
          return -os.errno();
        }
        folder.position = position;
      }
      return listOn(folder, buffer, size, consumer);
    }
  }

  private int listOn(OpenFile folder, NativeBuffer buffer, int size, EntryConsumer consumer) {
    long count = os.libc.syscall(GETDENTS64, folder.fd, buffer.address(), size, 0, 0, 0);
    if (count < 0) {
      return -os.errno();
    }
    long read = folder.position;
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
    // What did not fit will be asked for again; the descriptor stands behind all that was taken.
    folder.position = at < count ? -1 : read;
    return 0;
  }

  /** The node of an entry, of which the kernel will be told; its status is in the lane. */
  public Node find(Lane lane, OpenFile folder) {
    return mirror.lookups.find(lane, folder.node);
  }
}
