// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;

/** Changeable flags of open files: append and direct I/O. Any thread. */
final class FileFlags {
  static final int ALL = Flags.O_APPEND | Flags.O_DIRECT;

  private static final int F_SETFL = 4;

  private final Os os;

  FileFlags(Os os) {
    this.os = os;
  }

  /** Sets a descriptor's flags to those of a request. Does nothing if they are unchanged. */
  void follow(OpenFile file, int flags) {
    if (file.settings != (flags & ALL)) {
      synchronized (file) {
        set(file, flags & ALL);
        file.settings = flags & ALL;
      }
    }
  }

  private void set(OpenFile file, int settings) {
    int kept = file.flags & ~(FileOperations.NOT_PASSED_ON | ALL);
    if (os.libc.fcntl(file.fd, F_SETFL, kept | settings) < 0) {
      // The source may not support O_DIRECT: use the page cache.
      os.libc.fcntl(file.fd, F_SETFL, kept | (settings & Flags.O_APPEND));
    }
  }

  /**
   * Writes at an offset through the page cache, with unchanged flags. Returns the number of bytes
   * or a negative error number.
   */
  int place(RequestContext request, OpenFile file, long source, int size, long offset) {
    synchronized (file) {
      int fd = file.settings == 0 ? file.fd : placing(request, file);
      if (fd == -Errno.EACCES) {
        return placeWithout(file, source, size, offset);
      }
      return fd < 0 ? fd : write(fd, source, size, offset);
    }
  }

  private int write(int fd, long source, int size, long offset) {
    return (int) os.result(os.libc.pwrite(fd, source, size, offset));
  }

  /**
   * Clears the descriptor's flags for this write. A mirror that an unprivileged user mounted cannot
   * open a second descriptor without write permission. Concurrent writes are safe, because Linux
   * passes their offsets.
   */
  private int placeWithout(OpenFile file, long source, int size, long offset) {
    set(file, 0);
    int written = write(file.fd, source, size, offset);
    set(file, file.settings);
    return written;
  }

  private int placing(RequestContext request, OpenFile file) {
    if (file.placing < 0) {
      long path = request.descriptorPath(file.node.fd);
      int flags = Flags.O_WRONLY | Flags.O_CLOEXEC;
      file.placing = os.result(os.libc.openat(Flags.AT_FDCWD, path, flags, 0));
    }
    return file.placing;
  }

  /** Makes data durable if the request requires it and the descriptor does not. */
  int sync(OpenFile file, int flags) {
    int wanted = flags & ~file.flags & Flags.O_SYNC;
    if (wanted == 0) {
      return 0;
    }
    boolean dataOnly = (flags & Flags.O_SYNC) == Flags.O_DSYNC;
    return os.result(dataOnly ? os.libc.fdatasync(file.fd) : os.libc.fsync(file.fd));
  }
}
