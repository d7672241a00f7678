// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.MirrorObserver;

/**
 * Sends replies that wait for durability, so that serving threads can continue and concurrent
 * closes share a sync. Only for replies without a body.
 */
final class DelayedReplies implements Runnable {
  private record Answer(int fd, long unique, int error, long promise) {}

  private static final Answer END = new Answer(-1, 0, 0, 0);

  private final Os os;
  private final Supplier<MirrorObserver> observers;
  private final Consumer<Throwable> whenFailed;
  private final BlockingQueue<Answer> waiting = new LinkedBlockingQueue<>();
  private final Set<Integer> discarded = new HashSet<>(); // guarded by this
  private final NativeBuffer out;
  private final Thread thread;

  /**
   * Creates the thread.
   *
   * @param observers creates the observer that waits for promises; called on this thread
   * @param whenFailed receives the failure of a promise; called on this thread
   */
  DelayedReplies(Os os, Supplier<MirrorObserver> observers, Consumer<Throwable> whenFailed) {
    this.os = os;
    this.observers = observers;
    this.whenFailed = whenFailed;
    this.out = os.buffer(Frame.OUT_HEADER);
    this.thread = new Thread(this, "colophon-fuse-late");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /**
   * Replies to a request once a promise is kept.
   *
   * @param fd the request's descriptor
   * @param error 0, or a negative error number
   */
  void add(int fd, long unique, int error, long promise) {
    waiting.add(new Answer(fd, unique, error, promise));
  }

  /** Discards the replies for a descriptor, which is about to be closed. */
  synchronized void discard(int fd) {
    discarded.add(fd);
  }

  /** Ends the thread after it has sent all replies that were added. */
  void end() {
    waiting.add(END);
  }

  @Override
  public void run() {
    try {
      MirrorObserver observer = observers.get();
      for (Answer next = waiting.take(); next.fd != END.fd; next = waiting.take()) {
        send(next, awaitPromise(observer, next.promise) ? next.error : -Errno.EIO);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // not expected
      whenFailed.accept(e);
    } catch (RuntimeException | Error e) {
      whenFailed.accept(e);
    }
  }

  private boolean awaitPromise(MirrorObserver observer, long promise) {
    try {
      observer.keep(promise);
      return true;
    } catch (RuntimeException | Error e) {
      whenFailed.accept(e);
      return false;
    }
  }

  private synchronized void send(Answer answer, int error) {
    if (!discarded.contains(answer.fd)) {
      out.putInt(0, Frame.OUT_HEADER);
      out.putInt(4, error);
      out.putLong(8, answer.unique);
      os.libc.write(answer.fd, out.address(), Frame.OUT_HEADER); // fails after an abort
    }
  }
}
