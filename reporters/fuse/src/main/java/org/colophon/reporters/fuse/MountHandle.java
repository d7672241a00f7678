// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.nio.file.Path;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.transport.Serving;

/**
 * A descriptor of a mount that stays valid after a lazy unmount. Sends requests to the mount in
 * order to wake session threads that wait for one.
 */
final class MountHandle {
  private final Os os;
  private final int fd;

  private MountHandle(Os os, int fd) {
    this.os = os;
    this.fd = fd;
  }

  static MountHandle of(Os os, Path mount) {
    NativeBuffer path = os.text(PathBytes.of(mount).toArray());
    return new MountHandle(os, os.libc.open(path.address(), Flags.O_PATH | Flags.O_CLOEXEC, 0));
  }

  void close() {
    os.libc.close(fd);
  }

  /** Wakes the threads of a stopped session until they have ended, or until the time limit. */
  void wakeThreads(Serving session, long patienceMillis) {
    long end = System.nanoTime() + patienceMillis * 1_000_000;
    while (!session.await(1) && System.nanoTime() < end) {
      Thread waker = new Thread(() -> requestStatus(), "colophon-fuse-departure");
      waker.setDaemon(true);
      waker.start();
      session.await(20);
    }
  }

  private void requestStatus() {
    NativeBuffer room = os.buffer(256);
    os.libc.fstatfs(fd, room.address());
  }
}
