// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/** Opens, reads and writes files. Addresses point into the caller's buffers. */
public final class FileOperations {
  static final int NOT_PASSED_ON =
      Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOCTTY | Flags.O_NOFOLLOW | Flags.FMODE_EXEC;

  private static final int SEEK_END = 2;
  private static final int PUNCH_HOLE = 2;
  private static final int ZERO_RANGE = 0x10;

  private final Mirror mirror;
  private final Os os;
  private volatile boolean findsAppends;

  FileOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /** Sets whether the observer needs the offsets of appended bytes, which takes one more call. */
  public void setFindsAppends(boolean isNeeded) {
    findsAppends = isNeeded;
  }

  /**
   * Opens a file or directory. Returns null on failure.
   *
   * <p>Fails with ESTALE if the file was removed from the source directly. Then Linux looks the
   * name up again.
   *
   * @param strips whether truncation removes set-user-id and set-group-id
   */
  public @Nullable OpenFile open(RequestContext request, Node node, int flags, boolean strips) {
    if (node.isFile() && mirror.lookups.isGone(request, node)) {
      request.error = -Errno.ESTALE;
      return null;
    }
    boolean cuts = (flags & Flags.O_TRUNC) != 0 && node.isFile();
    int fd = cuts ? cutOff(request, node, flags, strips) : openLower(request, node, flags);
    return fd < 0 ? null : opened(request, fd, node, flags);
  }

  private int cutOff(RequestContext request, Node node, int flags, boolean strips) {
    request.observer.cutting(request, node, null);
    boolean mustStrip = mirror.setIds.begin(request, node.fd, strips);
    int fd = openLower(request, node, flags);
    mirror.setIds.end(request, node, mustStrip);
    request.observer.cut(request, node, fd >= 0);
    return fd;
  }

  private int openLower(RequestContext request, Node node, int flags) {
    int lower = (flags & ~NOT_PASSED_ON) | Flags.O_CLOEXEC;
    int fd = os.libc.openat(Flags.AT_FDCWD, request.descriptorPath(node.fd), lower, 0);
    request.error = fd < 0 ? -os.errno() : 0;
    return fd;
  }

  private OpenFile opened(RequestContext request, int fd, Node node, int flags) {
    OpenFile file = mirror.files.add(fd, node, flags);
    if (!node.isDirectory()) {
      request.observer.opened(request, file);
    }
    return file;
  }

  /**
   * Creates and opens a file with the name in the request, and stores its status in the request.
   * Returns null on failure.
   *
   * <p>Fails with ESTALE if the file has been created meanwhile. Then Linux looks it up and checks
   * permissions again.
   */
  public @Nullable OpenFile create(RequestContext request, Node directory, int flags, int mode) {
    request.assumeCallerIds();
    int lower = (flags & ~NOT_PASSED_ON) | Flags.O_CREAT | Flags.O_EXCL | Flags.O_CLOEXEC;
    int fd = os.libc.openat(directory.fd, request.nameAddress(), lower, request.masked(mode));
    if (fd < 0) {
      int error = os.errno();
      boolean mayExist = error == Errno.EEXIST && (flags & Flags.O_EXCL) == 0;
      request.error = mayExist ? -Errno.ESTALE : -error;
      return null;
    }
    Node node = mirror.lookups.findMade(request, directory);
    if (node == null) {
      os.libc.close(fd);
      return null;
    }
    request.observer.created(request, node);
    return opened(request, fd, node, flags);
  }

  /** Creates and opens a file without a name. Returns null on failure. */
  public @Nullable OpenFile createUnnamed(
      RequestContext request, Node directory, int flags, int mode) {
    request.assumeCallerIds();
    int exclusive = flags & Flags.O_EXCL;
    int lower = (flags & ~NOT_PASSED_ON) | exclusive | Flags.O_TMPFILE | Flags.O_CLOEXEC;
    long path = request.descriptorPath(directory.fd);
    int fd = os.libc.openat(Flags.AT_FDCWD, path, lower, request.masked(mode));
    if (fd < 0) {
      request.error = -os.errno();
      return null;
    }
    Node node = mirror.lookups.register(request, fd);
    if (node == null) {
      os.libc.close(fd);
      return null;
    }
    request.observer.created(request, node);
    return opened(request, fd, node, flags);
  }

  /** Called after a descriptor of the file was closed. */
  public void flush(RequestContext request, OpenFile file) {
    readStatus(request, file);
    request.promise = request.observer.closing(request, file);
  }

  /** Called after the last descriptor of the file was closed. */
  public void release(RequestContext request, OpenFile file) {
    if (!file.node.isDirectory()) {
      readStatus(request, file);
      request.observer.released(request, file);
    }
    mirror.files.remove(request, file);
  }

  private void readStatus(RequestContext request, OpenFile file) {
    if (file.isWritable()) {
      mirror.lookups.status(request, file.fd);
    }
  }

  /**
   * Reads; returns the number of bytes.
   *
   * @param flags the current flags of the file
   */
  public int read(
      RequestContext request, OpenFile file, long target, int size, long offset, int flags) {
    mirror.settings.follow(file, flags);
    long count = os.libc.pread(file.fd, target, size, offset);
    if (count < 0) {
      return -os.errno();
    }
    request.observer.read(request, file, offset, count);
    return (int) count;
  }

  /**
   * Writes; returns the number of bytes.
   *
   * @param flags the current flags of the file and this write
   * @param strips whether the write removes set-user-id and set-group-id
   */
  public int write(
      RequestContext request,
      OpenFile file,
      long source,
      int size,
      long offset,
      int flags,
      boolean strips) {
    request.observer.writing(request, file, offset, size);
    boolean mustStrip = mirror.setIds.begin(request, file.fd, strips);
    mirror.settings.follow(file, flags);
    int count = (int) os.result(os.libc.pwrite(file.fd, source, size, offset));
    int error = count < 0 ? 0 : mirror.settings.sync(file, flags);
    boolean isAppended = findsAppends && count > 0 && (flags & Flags.O_APPEND) != 0;
    // Another user of the source may have appended, which Linux does not know here.
    long at = isAppended ? os.libc.lseek(file.fd, 0, SEEK_END) - count : offset;
    written(request, file, at, count, mustStrip);
    if ((flags & Flags.O_DSYNC) != 0) {
      request.promise = request.observer.syncing(request, file);
    }
    return error < 0 ? error : count;
  }

  /** Writes changed pages of a memory mapping; otherwise like {@link #write}. */
  public int writeMapped(
      RequestContext request, OpenFile file, long source, int size, long offset, boolean strips) {
    request.observer.writing(request, file, offset, size);
    boolean mustStrip = mirror.setIds.begin(request, file.fd, strips);
    int result = mirror.settings.place(request, file, source, size, offset);
    return written(request, file, offset, result, mustStrip);
  }

  private int written(
      RequestContext request, OpenFile file, long offset, int result, boolean mustStrip) {
    mirror.setIds.end(request, file.node, mustStrip);
    request.observer.written(request, file, offset, result);
    return result;
  }

  /** Sets a file's length. */
  public int resize(
      RequestContext request, Node node, @Nullable OpenFile file, long size, boolean strips) {
    boolean mustStrip = mirror.setIds.begin(request, node.fd, strips);
    boolean cuts = size == 0;
    if (cuts) {
      request.observer.cutting(request, node, file);
    } else {
      request.observer.resizing(request, node, file, size);
    }
    int result =
        os.result(
            file != null && file.isWritable()
                ? os.libc.ftruncate(file.fd, size)
                : os.libc.truncate(request.descriptorPath(node.fd), size));
    if (cuts) {
      request.observer.cut(request, node, result == 0);
    } else {
      request.observer.resized(request, node, size, result == 0);
    }
    mirror.setIds.end(request, node, mustStrip);
    return result;
  }

  /** Allocates or frees space, as {@code fallocate}. */
  public int allocate(RequestContext request, OpenFile file, int mode, long offset, long length) {
    request.observer.writing(request, file, offset, 0);
    boolean mustStrip = mirror.setIds.begin(request, file.fd);
    int result = os.result(os.libc.fallocate(file.fd, mode, offset, length));
    mirror.setIds.end(request, file.node, mustStrip);
    long zeroed = result < 0 ? result : zeroed(request, file, mode, offset, length);
    request.observer.written(request, file, offset, zeroed);
    return result;
  }

  /** Returns the number of bytes in the file that an allocation has set to zero. */
  private long zeroed(RequestContext request, OpenFile file, int mode, long offset, long length) {
    if ((mode & (PUNCH_HOLE | ZERO_RANGE)) == 0) {
      return 0;
    }
    mirror.lookups.status(request, file.fd);
    return Math.max(0, Math.min(length, request.status.size() - offset));
  }

  /** Finds the next data or hole. */
  public long seek(OpenFile file, long offset, int whence) {
    return os.result(os.libc.lseek(file.fd, offset, whence));
  }

  /** Copies between files; returns the number of bytes. */
  public long copy(
      RequestContext request,
      OpenFile from,
      long fromOffset,
      OpenFile to,
      long toOffset,
      long length) {
    request.observer.read(request, from, fromOffset, 0);
    request.observer.writing(request, to, toOffset, length);
    boolean mustStrip = mirror.setIds.begin(request, to.fd);
    request.scratch.putLong(0, fromOffset);
    request.scratch.putLong(8, toOffset);
    long count =
        os.result(
            os.libc.copy_file_range(
                from.fd,
                request.scratch.address(0),
                to.fd,
                request.scratch.address(8),
                length,
                0,
                0));
    mirror.setIds.end(request, to.node, mustStrip);
    request.observer.read(request, from, fromOffset, Math.max(0, count));
    request.observer.copied(request, from, fromOffset, to, toOffset, count);
    return count;
  }

  /** Makes a file or directory durable, together with its records. */
  public int sync(RequestContext request, OpenFile file, boolean dataOnly) {
    request.promise = request.observer.syncing(request, file);
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
