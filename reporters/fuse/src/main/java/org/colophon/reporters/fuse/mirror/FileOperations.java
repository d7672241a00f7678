package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;

/** Opens, reads and writes files. Addresses point into the caller's buffers. */
public final class FileOperations {
  static final int NOT_PASSED_ON =
      Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOCTTY | Flags.O_NOFOLLOW | Flags.FMODE_EXEC;

  private final Mirror mirror;
  private final Os os;

  FileOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /**
   * Opens a file or directory. Returns null on failure.
   *
   * <p>Returns ESTALE if the file was removed from the source directly, so that the kernel looks
   * the name up again.
   *
   * @param strips whether truncation removes set-user-id and set-group-id
   */
  public OpenFile open(Lane lane, Node node, int flags, boolean strips) {
    if (node.isFile() && mirror.lookups.isGone(lane, node)) {
      lane.error = -Errno.ESTALE;
      return null;
    }
    boolean cuts = (flags & Flags.O_TRUNC) != 0 && node.isFile();
    int fd = cuts ? cutOff(lane, node, flags, strips) : openLower(lane, node, flags);
    return fd < 0 ? null : opened(lane, fd, node, flags);
  }

  private int cutOff(Lane lane, Node node, int flags, boolean strips) {
    lane.observer.cutting(lane, node, null);
    boolean mustStrip = mirror.setIds.begin(lane, node.fd, strips);
    int fd = openLower(lane, node, flags);
    mirror.setIds.end(lane, node, mustStrip);
    lane.observer.cut(lane, node, fd >= 0);
    return fd;
  }

  private int openLower(Lane lane, Node node, int flags) {
    int lower = (flags & ~NOT_PASSED_ON) | Flags.O_CLOEXEC;
    int fd = os.libc.openat(Flags.AT_FDCWD, lane.descriptorPath(node.fd), lower, 0);
    lane.error = fd < 0 ? -os.errno() : 0;
    return fd;
  }

  private OpenFile opened(Lane lane, int fd, Node node, int flags) {
    OpenFile file = mirror.files.add(fd, node, flags);
    if (!node.isFolder()) {
      lane.observer.opened(lane, file);
    }
    return file;
  }

  /**
   * Creates and opens the file of the lane's name and stores its status in the lane. Returns null
   * on failure.
   *
   * <p>If the file exists by now, ESTALE makes the kernel look it up and check permissions again.
   */
  public OpenFile create(Lane lane, Node folder, int flags, int mode) {
    lane.becomeCaller();
    int lower = (flags & ~NOT_PASSED_ON) | Flags.O_CREAT | Flags.O_EXCL | Flags.O_CLOEXEC;
    int fd = os.libc.openat(folder.fd, lane.nameAddress(), lower, lane.masked(mode));
    if (fd < 0) {
      int error = os.errno();
      boolean mayExist = error == Errno.EEXIST && (flags & Flags.O_EXCL) == 0;
      lane.error = mayExist ? -Errno.ESTALE : -error;
      return null;
    }
    Node node = mirror.lookups.findMade(lane, folder);
    if (node == null) {
      os.libc.close(fd);
      return null;
    }
    lane.observer.created(lane, node);
    return opened(lane, fd, node, flags);
  }

  /** Creates and opens a file without a name. Returns null on failure. */
  public OpenFile createUnnamed(Lane lane, Node folder, int flags, int mode) {
    lane.becomeCaller();
    int exclusive = flags & Flags.O_EXCL;
    int lower = (flags & ~NOT_PASSED_ON) | exclusive | Flags.O_TMPFILE | Flags.O_CLOEXEC;
    long path = lane.descriptorPath(folder.fd);
    int fd = os.libc.openat(Flags.AT_FDCWD, path, lower, lane.masked(mode));
    if (fd < 0) {
      lane.error = -os.errno();
      return null;
    }
    Node node = mirror.lookups.meet(lane, fd);
    if (node == null) {
      os.libc.close(fd);
      return null;
    }
    lane.observer.created(lane, node);
    return opened(lane, fd, node, flags);
  }

  /** A descriptor of the file was closed. */
  public void flush(Lane lane, OpenFile file) {
    lane.promise = lane.observer.closing(lane, file);
  }

  /** The last descriptor of the file was closed. */
  public void release(Lane lane, OpenFile file) {
    if (!file.node.isFolder()) {
      lane.observer.released(lane, file);
    }
    mirror.files.remove(file);
  }

  /**
   * Reads; returns the number of bytes.
   *
   * @param flags the current flags of the file
   */
  public int read(Lane lane, OpenFile file, long target, int size, long offset, int flags) {
    mirror.settings.follow(file, flags);
    long count = os.libc.pread(file.fd, target, size, offset);
    if (count < 0) {
      return -os.errno();
    }
    lane.observer.read(lane, file, offset, count);
    return (int) count;
  }

  /**
   * Writes; returns the number of bytes.
   *
   * @param flags the current flags of the file and this write
   * @param strips whether the write removes set-user-id and set-group-id
   */
  public int write(
      Lane lane, OpenFile file, long source, int size, long offset, int flags, boolean strips) {
    lane.observer.writing(lane, file, offset, size);
    boolean mustStrip = mirror.setIds.begin(lane, file.fd, strips);
    mirror.settings.follow(file, flags);
    int count = (int) os.result(os.libc.pwrite(file.fd, source, size, offset));
    int error = count < 0 ? 0 : mirror.settings.sync(file, flags);
    written(lane, file, offset, count, mustStrip);
    return error < 0 ? error : count;
  }

  /** Writes changes of a mapping, as {@link #write}. */
  public int writeMapped(
      Lane lane, OpenFile file, long source, int size, long offset, boolean strips) {
    lane.observer.writing(lane, file, offset, size);
    boolean mustStrip = mirror.setIds.begin(lane, file.fd, strips);
    int result = mirror.settings.place(lane, file, source, size, offset);
    return written(lane, file, offset, result, mustStrip);
  }

  private int written(Lane lane, OpenFile file, long offset, int result, boolean mustStrip) {
    mirror.setIds.end(lane, file.node, mustStrip);
    lane.observer.written(lane, file, offset, result);
    return result;
  }

  /** Sets a file's length. */
  public int resize(Lane lane, Node node, OpenFile file, long size, boolean strips) {
    boolean mustStrip = mirror.setIds.begin(lane, node.fd, strips);
    boolean cuts = size == 0;
    if (cuts) {
      lane.observer.cutting(lane, node, file);
    } else {
      lane.observer.resizing(lane, node, file, size);
    }
    boolean isOpen = file != null && file.isWritable();
    int result =
        os.result(
            isOpen
                ? os.libc.ftruncate(file.fd, size)
                : os.libc.truncate(lane.descriptorPath(node.fd), size));
    if (cuts) {
      lane.observer.cut(lane, node, result == 0);
    } else {
      lane.observer.resized(lane, node);
    }
    mirror.setIds.end(lane, node, mustStrip);
    return result;
  }

  /** Allocates or frees space, as {@code fallocate}. */
  public int allocate(Lane lane, OpenFile file, int mode, long offset, long length) {
    lane.observer.writing(lane, file, offset, 0);
    boolean mustStrip = mirror.setIds.begin(lane, file.fd);
    int result = os.result(os.libc.fallocate(file.fd, mode, offset, length));
    mirror.setIds.end(lane, file.node, mustStrip);
    lane.observer.written(lane, file, offset, result);
    return result;
  }

  /** Finds the next data or hole. */
  public long seek(OpenFile file, long offset, int whence) {
    return os.result(os.libc.lseek(file.fd, offset, whence));
  }

  /** Copies between files; returns the number of bytes. */
  public long copy(
      Lane lane, OpenFile from, long fromOffset, OpenFile to, long toOffset, long length) {
    lane.observer.read(lane, from, fromOffset, 0);
    lane.observer.writing(lane, to, toOffset, length);
    boolean mustStrip = mirror.setIds.begin(lane, to.fd);
    lane.scratch.putLong(0, fromOffset);
    lane.scratch.putLong(8, toOffset);
    long count =
        os.result(
            os.libc.copy_file_range(
                from.fd, lane.scratch.address(0), to.fd, lane.scratch.address(8), length, 0, 0));
    mirror.setIds.end(lane, to.node, mustStrip);
    lane.observer.read(lane, from, fromOffset, Math.max(0, count));
    lane.observer.written(lane, to, toOffset, count);
    return count;
  }

  /** Makes a file or directory durable, and concurrently its records. */
  public int sync(Lane lane, OpenFile file, boolean dataOnly) {
    lane.promise = lane.observer.syncing(lane, file);
    return os.result(dataOnly ? os.libc.fdatasync(file.fd) : os.libc.fsync(file.fd));
  }

  /** Makes the whole file system durable. */
  public int syncAll(Node node) {
    int fd = os.libc.openat(node.fd, dot(), Flags.O_DIRECTORY | Flags.O_CLOEXEC, 0);
    if (fd < 0) {
      return -os.errno();
    }
    int result = os.result(os.libc.syncfs(fd));
    os.libc.close(fd);
    return result;
  }

  private long dot() {
    return mirror.dot.address();
  }
}
