// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/**
 * Open files by their numbers in requests.
 *
 * <p>Linux can pass reads and writes of a file through to the file in the source (Linux 6.9,
 * fs/fuse/iomode.c). While a file is passed through, all its openings must be. So an opening whose
 * accesses must be seen is passed through with direct I/O, and a file that is open already is not
 * passed through.
 */
final class OpenFiles {
  private static final long BACKING_OPEN = 0x4010e501L;
  private static final long BACKING_CLOSE = 0x4004e502L;

  private final Os os;
  private OpenFile[] files = new OpenFile[256];
  private int[] free = new int[256];
  private int freeCount;
  private int next;
  private int open;

  /** Descriptor of the mount for pass-through; -1 if it is not allowed. */
  private volatile int device = -1;

  private volatile boolean isRefused;
  private final LongAdder passed = new LongAdder();

  OpenFiles(Os os) {
    this.os = os;
  }

  /** Adds an open file, which takes over the descriptor. */
  synchronized OpenFile add(int fd, Node node, int flags) {
    int id = freeCount > 0 ? free[--freeCount] : next++;
    if (id >= files.length) {
      files = Arrays.copyOf(files, files.length * 2);
    }
    OpenFile file = new OpenFile(this, id, fd, node, flags);
    files[id] = file;
    open++;
    node.opens++;
    return file;
  }

  /**
   * Allows pass-through.
   *
   * @param fd descriptor of {@code /dev/fuse}, closed with this
   */
  void allowPassing(int fd) {
    device = fd;
  }

  /** Passes a file through if possible. Returns whether it is. */
  boolean pass(RequestContext request, OpenFile file) {
    boolean isPossible =
        device >= 0
            && !isRefused
            && file.node.isFile()
            && (file.flags & (Flags.O_DIRECT | Flags.O_PATH)) == 0;
    if (!isPossible) {
      return false;
    }
    synchronized (file.node) {
      if (file.node.backing == 0 && file.node.plain == 0) {
        file.node.backing = register(request, file.fd);
      }
      count(file);
    }
    if (file.isPassed) {
      passed.increment();
    }
    return file.isPassed;
  }

  /** Returns how many openings made no requests for their data. */
  long passed() {
    return passed.sum();
  }

  /** Returns the number under which Linux knows an opened file; 0 if it is not passed through. */
  int backing(OpenFile file) {
    synchronized (file.node) {
      return count(file) ? file.node.backing : 0;
    }
  }

  private static boolean count(OpenFile file) {
    if (!file.isCounted) {
      file.isCounted = true;
      file.isPassed = file.node.backing != 0;
      file.node.passed += file.isPassed ? 1 : 0;
      file.node.plain += file.isPassed ? 0 : 1;
    }
    return file.isPassed;
  }

  /** Registers a file with Linux. Returns 0 if Linux refuses it. */
  private int register(RequestContext request, int fd) {
    request.scratch.putInt(0, fd);
    request.scratch.putInt(4, 0);
    request.scratch.putLong(8, 0);
    int id = os.result(os.libc.ioctl(device, BACKING_OPEN, request.scratch.address(0)));
    isRefused = id == -Errno.EPERM; // not mounted by root
    return Math.max(id, 0);
  }

  private void uncount(RequestContext request, OpenFile file) {
    synchronized (file.node) {
      if (!file.isCounted) {
        return;
      }
      file.node.passed -= file.isPassed ? 1 : 0;
      file.node.plain -= file.isPassed ? 0 : 1;
      if (file.isPassed && file.node.passed == 0) {
        request.scratch.putInt(0, file.node.backing);
        os.libc.ioctl(device, BACKING_CLOSE, request.scratch.address(0));
        file.node.backing = 0;
      }
    }
  }

  @Nullable OpenFile get(long id) {
    OpenFile[] known = files;
    return id >= 0 && id < known.length ? known[(int) id] : null;
  }

  /** Removes a file. Closes it outside the lock, because closing may free the content of a file. */
  void remove(RequestContext request, OpenFile file) {
    uncount(request, file);
    drop(file);
    close(file);
  }

  private void close(OpenFile file) {
    os.libc.close(file.fd);
    if (file.placing >= 0) {
      os.libc.close(file.placing);
    }
  }

  private synchronized void drop(OpenFile file) {
    files[file.id] = null;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, free.length * 2);
    }
    free[freeCount++] = file.id;
    open--;
    file.node.opens--;
  }

  synchronized int size() {
    return open;
  }

  synchronized void close() {
    for (OpenFile file : files) {
      if (file != null) {
        close(file);
      }
    }
    Arrays.fill(files, null);
    open = 0;
    if (device >= 0) {
      os.libc.close(device);
    }
  }
}
