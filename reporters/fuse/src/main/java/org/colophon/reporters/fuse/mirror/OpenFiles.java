// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.util.Arrays;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/** Open files by their numbers in requests. */
final class OpenFiles {
  private final Os os;
  private OpenFile[] files = new OpenFile[256];
  private int[] free = new int[256];
  private int freeCount;
  private int next;
  private int open;

  OpenFiles(Os os) {
    this.os = os;
  }

  /** Adds an open file, which takes over the descriptor. */
  synchronized OpenFile add(int fd, Node node, int flags) {
    int id = freeCount > 0 ? free[--freeCount] : next++;
    if (id >= files.length) {
      files = Arrays.copyOf(files, files.length * 2);
    }
    OpenFile file = new OpenFile(id, fd, node, flags);
    files[id] = file;
    open++;
    node.opens++;
    return file;
  }

  @Nullable OpenFile get(long id) {
    OpenFile[] known = files;
    return id >= 0 && id < known.length ? known[(int) id] : null;
  }

  /** Removes a file. Closes it outside the lock, because closing may free the content of a file. */
  void remove(OpenFile file) {
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
  }
}
