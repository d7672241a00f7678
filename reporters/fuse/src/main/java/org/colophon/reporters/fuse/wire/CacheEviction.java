// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.NodeTable;

/**
 * Makes Linux forget unused files before this process runs out of descriptors. Without a request,
 * Linux forgets files only when memory is scarce.
 *
 * <p>To forget a file, Linux needs the lock of its directory. A lookup may hold this lock until the
 * session replies. So the eviction runs on its own thread, and the session must reply until this
 * thread has ended.
 */
final class CacheEviction implements Runnable {
  private static final int INVALIDATE_ENTRY = 3;
  private static final int NAME = 32;
  private static final long PAUSE_MILLIS = 20;
  private static final int MAX_NAME = 255;

  private final Os os;
  private final int fd;
  private final NodeTable nodes;
  private final NativeBuffer notice;
  private final Thread thread;
  private volatile boolean isEnding;

  /**
   * Creates the thread.
   *
   * @param fd a descriptor of {@code /dev/fuse}, which the thread closes
   */
  CacheEviction(Os os, int fd, NodeTable nodes) {
    this.os = os;
    this.fd = fd;
    this.nodes = nodes;
    this.notice = os.buffer(NAME + MAX_NAME + 1);
    this.thread = new Thread(this, "colophon-fuse-forgetting");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void end() {
    isEnding = true;
    thread.interrupt();
  }

  boolean hasEnded() {
    return !thread.isAlive();
  }

  @Override
  public void run() {
    try {
      while (!isEnding) {
        for (Node node : nodes.awaitExcess()) {
          forget(node);
        }
        Thread.sleep(PAUSE_MILLIS); // Linux forgets asynchronously
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // end() was called
    } finally {
      os.libc.close(fd);
    }
  }

  private void forget(Node node) {
    Node directory = node.directory();
    byte[] name = node.name();
    if (isEnding || directory == null || name == null) {
      return;
    }
    int size = NAME + name.length + 1;
    notice.putInt(0, size);
    notice.putInt(4, INVALIDATE_ENTRY);
    notice.putLong(8, 0);
    notice.putLong(16, directory.id());
    notice.putInt(24, name.length);
    notice.putInt(28, 0);
    notice.putText(NAME, name);
    os.libc.write(fd, notice.address(), size); // fails if already forgotten
  }
}
