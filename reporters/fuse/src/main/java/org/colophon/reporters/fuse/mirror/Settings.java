package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.fuse.os.Errno;
import org.colophon.reporters.fuse.os.Flags;
import org.colophon.reporters.fuse.os.Os;

/**
 * Those flags of open files that their users may change: whether what is written goes to the end,
 * and whether it goes past the page cache. Any thread.
 */
final class Settings {
  static final int ALL = Flags.O_APPEND | Flags.O_DIRECT;

  private static final int F_SETFL = 4;

  private final Os os;

  Settings(Os os) {
    this.os = os;
  }

  /** Takes over what the kernel says of them with a request. Free where nothing has changed. */
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
      // There is no O_DIRECT below: the page cache does as well.
      os.libc.fcntl(file.fd, F_SETFL, kept | (settings & Flags.O_APPEND));
    }
  }

  /**
   * Writes to a place in the page cache, whatever the settings, which stay as they are; answers how
   * many bytes, or a negative error number.
   */
  int place(Lane lane, OpenFile file, long source, int size, long offset) {
    synchronized (file) {
      int fd = file.settings == 0 ? file.fd : placing(lane, file);
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
   * Writes through the descriptor that there is, while it has no settings: a user's mirror cannot
   * open a second one where the owner may not write any more. Others who write meanwhile lose
   * nothing: the kernel tells the place of each write, the end too.
   */
  private int placeWithout(OpenFile file, long source, int size, long offset) {
    set(file, 0);
    int written = write(file.fd, source, size, offset);
    set(file, file.settings);
    return written;
  }

  private int placing(Lane lane, OpenFile file) {
    if (file.placing < 0) {
      long path = lane.descriptorPath(file.node.fd);
      int flags = Flags.O_WRONLY | Flags.O_CLOEXEC;
      file.placing = os.result(os.libc.openat(Flags.AT_FDCWD, path, flags, 0));
    }
    return file.placing;
  }

  /** Has what was written reach the disk if a request says so that the descriptor does not. */
  int sync(OpenFile file, int flags) {
    int wanted = flags & ~file.flags & Flags.O_SYNC;
    if (wanted == 0) {
      return 0;
    }
    boolean dataOnly = (flags & Flags.O_SYNC) == Flags.O_DSYNC;
    return os.result(dataOnly ? os.libc.fdatasync(file.fd) : os.libc.fsync(file.fd));
  }
}
