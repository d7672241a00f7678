// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.inspect;

import java.nio.file.Path;
import org.colophon.core.inspect.watch.FileCloner;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/**
 * Clones files by {@code FICLONE} on file systems that share blocks, such as Btrfs and XFS. After
 * the first refusal, makes no further attempts. Any thread.
 */
public final class BlockCloner implements FileCloner {
  private static final long FICLONE = 0x40049409L;

  private static final int MAX_PATH_BYTES = 4_096;

  private final Os os;
  private final NativeBuffer name;
  private boolean isUnsupported;

  public BlockCloner(Os os) {
    this.os = os;
    this.name = os.buffer(MAX_PATH_BYTES);
  }

  @Override
  public synchronized boolean cloneFile(Path from, Path to) {
    if (isUnsupported) {
      return false;
    }
    int source = open(from, Flags.O_CLOEXEC);
    int target = open(to, Flags.O_WRONLY | Flags.O_CLOEXEC);
    boolean isDone = source >= 0 && target >= 0 && os.libc.ioctl(target, FICLONE, source) == 0;
    isUnsupported = source >= 0 && target >= 0 && !isDone;
    close(source);
    close(target);
    return isDone;
  }

  private int open(Path path, int flags) {
    byte[] bytes = PathBytes.of(path).toArray();
    if (bytes.length >= MAX_PATH_BYTES) {
      return -1;
    }
    name.putText(0, bytes);
    return os.libc.openat(Flags.AT_FDCWD, name.address(), flags, 0);
  }

  private void close(int fd) {
    if (fd >= 0) {
      os.libc.close(fd);
    }
  }
}
