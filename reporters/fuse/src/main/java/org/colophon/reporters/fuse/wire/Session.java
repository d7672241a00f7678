// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.colophon.reporters.fuse.transport.Serving;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.jspecify.annotations.Nullable;

/**
 * Serves one mount by several threads, each with its own descriptor. Ends when the mount is
 * unmounted or a thread fails.
 */
final class Session implements Serving {
  private static final long CLONE = 0x8004e500L;
  private static final int F_SETFL = 4;
  private static final int POLLIN = 1;
  private static final int POLL_MILLIS = 500;

  private final Os os;
  private final Mirror mirror;
  private final ServingOptions options;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicInteger serving;
  private final CacheEviction forgetting;
  private final RequestCounts counts = new RequestCounts();
  private final DelayedReplies late;
  private final AtomicInteger awaiting = new AtomicInteger();
  private final List<Ring> rings = new ArrayList<>();
  private volatile boolean isStopping;

  /**
   * Performs the handshake with Linux and starts serving.
   *
   * @param fd descriptor of the mounted {@code /dev/fuse}, which the session takes over.
   * @param observers creates an observer for each thread, on that thread.
   * @param whenEnding called when a thread has failed, and when the last thread ends, on that
   *     thread.
   */
  Session(
      Os os,
      int fd,
      Mirror mirror,
      ServingOptions options,
      Supplier<MirrorObserver> observers,
      Runnable whenEnding) {
    this.os = os;
    this.mirror = mirror;
    this.options = options;
    if (InitHandshake.agree(os, fd, options.passesThrough(), this::createRings)) {
      mirror.allowPassing(clone(fd));
    }
    this.forgetting = new CacheEviction(os, clone(fd), mirror.nodes);
    this.late = new DelayedReplies(os, observers, cause -> fail(cause, whenEnding));
    int count = usesIoUring() ? rings.size() + 1 : options.threads();
    this.serving = new AtomicInteger(count);
    for (int i = 0; i < count; i++) {
      int own = i == 0 ? fd : clone(fd);
      Ring ring = usesIoUring() && i > 0 ? rings.get(i - 1) : null;
      Loop loop = new Loop(own, ring, observers, whenEnding);
      Thread thread = new Thread(loop, "colophon-fuse-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
    forgetting.start();
    late.start();
    threads.forEach(Thread::start);
  }

  private boolean createRings() {
    rings.addAll(options.usesIoUring() ? Ring.create(os, options.threads()) : List.of());
    return usesIoUring();
  }

  private boolean usesIoUring() {
    return !rings.isEmpty();
  }

  private int clone(int original) {
    NativeBuffer path = os.text("/dev/fuse".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    int copy = os.libc.open(path.address(), Flags.O_RDWR | Flags.O_CLOEXEC, 0);
    NativeBuffer number = os.buffer(8);
    number.putInt(0, original);
    if (copy < 0 || os.libc.ioctl(copy, CLONE, number.address()) < 0) {
      throw os.failure(
          ErrorCode.IO_FAILED, "cannot serve FUSE with several threads; set threads=1");
    }
    return copy;
  }

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
  }

  @Override
  public Map<String, Long> counts() {
    Map<String, Long> all = counts.byName();
    all.put("usesIoUring", usesIoUring() ? 1L : 0L);
    return all;
  }

  @Override
  public void stop() {
    isStopping = true;
    if (usesIoUring()) {
      forgetting.end(); // its locks may need replies of any thread
    }
  }

  @Override
  public boolean isServing() {
    return threads.stream().anyMatch(Thread::isAlive);
  }

  @Override
  public boolean isEnding() {
    return serving.get() == 0;
  }

  @Override
  public boolean await(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    try {
      for (Thread thread : threads) {
        thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("file operations end", e);
    }
    return !isServing();
  }

  private void fail(Throwable cause, Runnable whenEnding) {
    if (failure.compareAndSet(null, cause)) {
      whenEnding.run();
    }
  }

  private final class Loop implements Runnable {
    private final int own;
    private final @Nullable Ring ring;
    private final Supplier<MirrorObserver> observers;
    private final Runnable whenEnding;
    private final NativeBuffer polled = os.buffer(8);

    Loop(int own, @Nullable Ring ring, Supplier<MirrorObserver> observers, Runnable whenEnding) {
      this.own = own;
      this.ring = ring;
      this.observers = observers;
      this.whenEnding = whenEnding;
    }

    @Override
    public void run() {
      Frame frame = new Frame(os, InitHandshake.MAX_WRITE);
      try {
        if (ring != null) {
          ring.start(own, frame);
        }
        RequestContext request = RequestContext.of(os, observers.get());
        serve(frame, new Dispatcher(os, mirror, request, frame, options), request);
      } catch (RuntimeException | Error e) {
        fail(e, whenEnding);
        rejectQueue(frame);
      } finally {
        if (ring != null) {
          ring.close();
        }
        late.discard(own);
        boolean isLast = serving.decrementAndGet() == 0;
        if (isLast) {
          late.end();
          rejectPending(frame);
        }
        os.libc.close(own);
        if (isLast) {
          whenEnding.run();
        }
      }
    }

    /**
     * Replies to pending requests with an error, because the {@link CacheEviction} may wait for
     * them.
     */
    private void rejectPending(Frame frame) {
      forgetting.end();
      os.libc.fcntl(own, F_SETFL, Flags.O_RDWR | Flags.O_NONBLOCK);
      while (!forgetting.hasEnded()) {
        if (frame.receive(own) < 0) {
          Thread.onSpinWait();
        } else if (!Dispatcher.isSilent(frame.opcode)) {
          frame.reply(own, -Errno.EIO);
        }
      }
    }

    private void serve(Frame frame, Dispatcher dispatcher, RequestContext request) {
      while (!hasToEnd()) {
        int error = receive(frame);
        if (error == 0) {
          answer(frame, dispatcher, request);
        } else if (error == -Errno.ENODEV) {
          return; // unmounted
        } else if (!isTransient(error)) {
          throw ErrorCode.IO_FAILED.exception(
              "cannot read requests of the mount from /dev/fuse: " + Errno.text(-error));
        }
      }
    }

    private boolean hasToEnd() {
      return isStopping && (ring == null || forgetting.hasEnded());
    }

    /** Rejects requests that may have no other thread, until the unmount. */
    private void rejectQueue(Frame frame) {
      int error = 0;
      while (ring != null && !hasToEnd() && (error == 0 || isTransient(error))) {
        error = ring.receive(frame);
        if (error == 0) {
          ring.reply(frame, -Errno.EIO);
        }
      }
    }

    private int receive(Frame frame) {
      if (ring != null) {
        return ring.receive(frame);
      }
      return usesIoUring() && !isReadable() ? -Errno.EAGAIN : frame.receive(own);
    }

    /** Returns whether a request is waiting. Waits for one, but not long: it may never come. */
    private boolean isReadable() {
      polled.putInt(0, own);
      polled.putShort(4, POLLIN);
      return os.libc.poll(polled.address(), 1, POLL_MILLIS) > 0;
    }

    private void reply(Frame frame, int result) {
      if (ring == null) {
        frame.reply(own, result);
      } else {
        ring.reply(frame, result);
      }
    }

    /**
     * Returns whether to read again after an error. ECONNABORTED means that a request was dequeued
     * during an unmount (fuse_dev_do_read in fs/fuse/dev.c). The next read returns ENODEV.
     */
    private static boolean isTransient(int error) {
      return error == -Errno.EINTR
          || error == -Errno.EAGAIN
          || error == -Errno.ENOENT
          || error == -Errno.ECONNABORTED;
    }

    private void answer(Frame frame, Dispatcher dispatcher, RequestContext request) {
      counts.requested(frame.opcode);
      int result;
      try {
        request.promise = 0;
        result = dispatcher.handle();
        if (request.promise != 0 && isDelayed(frame, result, request)) {
          counts.answered(frame, result);
          return;
        }
      } catch (RuntimeException | Error e) {
        reply(frame, -Errno.EIO);
        throw e;
      }
      Node changed = dispatcher.outdatedNode();
      if (changed != null) {
        frame.invalidate(own, changed.id());
      }
      if (result != Dispatcher.SILENT) {
        counts.answered(frame, result);
        reply(frame, result);
      }
    }

    /**
     * Waits for the promise of a request, or passes a reply without a body to {@link
     * DelayedReplies} and returns true. While enough threads remain, waiting on this thread is
     * faster.
     */
    private boolean isDelayed(Frame frame, int result, RequestContext request) {
      try {
        if (awaiting.incrementAndGet() > options.threads() / 2 && result <= 0 && ring == null) {
          late.add(own, frame.unique, result, request.promise);
          return true;
        }
        request.observer.keep(request.promise);
        return false;
      } finally {
        awaiting.decrementAndGet();
      }
    }
  }
}
