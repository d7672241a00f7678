package org.colophon.reporters.fuse.wire;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.os.Errno;
import org.colophon.reporters.fuse.os.NativeBuffer;
import org.colophon.reporters.fuse.os.Os;

/**
 * Sends answers that wait for the disk, so that the threads that serve go on meanwhile: what many
 * clients close while one sync is under way shares the next. Answers without a body only.
 */
final class LateAnswers implements Runnable {
  private record Answer(int fd, long unique, int error, long promise) {}

  private static final Answer END = new Answer(-1, 0, 0, 0);

  private final Os os;
  private final Supplier<MirrorObserver> observers;
  private final Consumer<Throwable> whenFailed;
  private final BlockingQueue<Answer> waiting = new LinkedBlockingQueue<>();
  private final Set<Integer> gone = new HashSet<>(); // guarded by this
  private final NativeBuffer out;
  private final Thread thread;

  /**
   * Does nothing yet.
   *
   * @param observers makes the observer that is asked to keep promises, on this object's thread
   * @param whenFailed told why a promise could not be kept, on that thread
   */
  LateAnswers(Os os, Supplier<MirrorObserver> observers, Consumer<Throwable> whenFailed) {
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
   * Answers a request once a promise is kept.
   *
   * @param fd that it was read from
   * @param error 0, or a negative error number
   */
  void add(int fd, long unique, int error, long promise) {
    waiting.add(new Answer(fd, unique, error, promise));
  }

  /** A descriptor is about to be closed: nothing is sent through it from here on. */
  synchronized void leave(int fd) {
    gone.add(fd);
  }

  /** All descriptors have left: the thread ends once what it was told of before is kept. */
  void end() {
    waiting.add(END);
  }

  @Override
  public void run() {
    try {
      MirrorObserver observer = observers.get();
      for (Answer next = waiting.take(); next.fd != END.fd; next = waiting.take()) {
        send(next, isKept(observer, next.promise) ? next.error : -Errno.EIO);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does, but if so it ends
      whenFailed.accept(e);
    } catch (RuntimeException | Error e) {
      whenFailed.accept(e);
    }
  }

  private boolean isKept(MirrorObserver observer, long promise) {
    try {
      observer.keep(promise);
      return true;
    } catch (RuntimeException | Error e) {
      whenFailed.accept(e);
      return false;
    }
  }

  private synchronized void send(Answer answer, int error) {
    if (!gone.contains(answer.fd)) {
      out.putInt(0, Frame.OUT_HEADER);
      out.putInt(4, error);
      out.putLong(8, answer.unique);
      os.libc.write(answer.fd, out.address(), Frame.OUT_HEADER); // fails if it was cut off
    }
  }
}
