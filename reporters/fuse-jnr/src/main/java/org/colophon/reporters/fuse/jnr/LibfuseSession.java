// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.Struct;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.transport.Serving;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.jspecify.annotations.Nullable;

/**
 * A session of libfuse over a descriptor that is mounted already. libfuse's {@code fuse_main} is
 * not used: it handles signals of the process, and needs the program fusermount of libfuse 2.
 */
final class LibfuseSession implements Serving {
  private static final int F_SETFL = 4;

  /** More than any request. */
  private static final int REQUEST_BYTES = 1 << 18;

  private final Os os;
  private final int fd;
  private final Libfuse library;
  private final Workers workers;
  private final CallCounts counts = new CallCounts();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final OperationTable operations;
  private final Runnable whenEnding;
  private final Thread thread;
  private volatile boolean hasLoopEnded;

  /** The session of libfuse; 0 after its end. Guarded by this. */
  private long fuse;

  private LibfuseSession(
      Os os,
      int fd,
      Mirror mirror,
      ServingOptions options,
      Supplier<MirrorObserver> observers,
      Runnable whenEnding) {
    this.os = os;
    this.fd = fd;
    this.library = Libfuse.load();
    this.whenEnding = whenEnding;
    this.workers = new Workers(os, options.threads(), observers, this::fail);
    this.operations = new OperationTable(os, mirror, options, this::perform);
    this.thread = new Thread(this::run, "colophon-fuse-jnr");
    thread.setDaemon(true);
  }

  static LibfuseSession start(
      Os os,
      int fd,
      Mirror mirror,
      ServingOptions options,
      Supplier<MirrorObserver> observers,
      Runnable whenEnding) {
    LibfuseSession session;
    try {
      session = new LibfuseSession(os, fd, mirror, options, observers, whenEnding);
      session.create(options);
    } catch (RuntimeException | Error e) {
      os.libc.close(fd);
      throw e;
    }
    session.thread.start();
    return session;
  }

  private synchronized void create(ServingOptions options) {
    NativeBuffer program = os.text("colophon".getBytes(StandardCharsets.US_ASCII));
    NativeBuffer option = os.text("-o".getBytes(StandardCharsets.US_ASCII));
    NativeBuffer values = os.text(words(options).getBytes(StandardCharsets.US_ASCII));
    NativeBuffer vector = os.buffer(32);
    vector.putLong(0, program.address());
    vector.putLong(8, option.address());
    vector.putLong(16, values.address());
    NativeBuffer arguments = os.buffer(24); // struct fuse_args
    arguments.putInt(0, 3);
    arguments.putLong(8, vector.address());
    try {
      long channel = library.functions.fuse_kern_chan_new(fd);
      fuse =
          channel == 0
              ? 0
              : library.create(
                  channel,
                  arguments.address(),
                  Struct.getMemory(operations),
                  Struct.size(operations));
    } finally {
      Reference.reachabilityFence(List.of(program, option, values, vector, arguments));
    }
    if (fuse == 0) {
      throw ErrorCode.IO_FAILED.exception(
          "libfuse cannot serve the mount, its message is above; use transport=raw");
    }
  }

  private static String words(ServingOptions options) {
    return String.format(
        Locale.ROOT,
        "hard_remove,use_ino,negative_timeout=0,attr_timeout=%.9f,entry_timeout=%.9f%s",
        options.attributeNanos() / 1e9,
        options.entryNanos() / 1e9,
        options.seesEveryRead() ? ",direct_io" : "");
  }

  private void run() {
    try {
      long session;
      synchronized (this) {
        session = fuse;
      }
      int result = library.functions.fuse_loop_mt(session);
      hasLoopEnded = true;
      workers.end();
      synchronized (this) {
        fuse = 0;
      }
      boolean hasFailed = result < 0 && !isUnmounted();
      library.functions.fuse_destroy(session);
      if (hasFailed) {
        fail(ErrorCode.IO_FAILED.exception("libfuse cannot read requests of the mount"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // not expected
      fail(e);
    } finally {
      whenEnding.run();
    }
  }

  /**
   * Returns whether the mount has ended. libfuse fails if an unmount removes the request that it
   * reads (ECONNABORTED); after that, reading returns ENODEV.
   */
  private boolean isUnmounted() {
    os.libc.fcntl(fd, F_SETFL, Flags.O_RDWR | Flags.O_NONBLOCK);
    NativeBuffer request = os.buffer(REQUEST_BYTES);
    return os.libc.read(fd, request.address(), REQUEST_BYTES) < 0 && os.errno() == Errno.ENODEV;
  }

  private int perform(String counter, Workers.Operation operation) {
    counts.requested(counter);
    int result = workers.perform(library.functions.fuse_get_context(), operation);
    counts.answered(counter, result);
    return result;
  }

  private void fail(Throwable cause) {
    if (failure.compareAndSet(null, cause)) {
      whenEnding.run();
    }
  }

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
  }

  @Override
  public Map<String, Long> counts() {
    return counts.byName();
  }

  @Override
  public synchronized void stop() {
    if (fuse != 0) {
      library.functions.fuse_exit(Pointer.wrap(Runtime.getSystemRuntime(), fuse));
    }
  }

  @Override
  public boolean isServing() {
    return thread.isAlive();
  }

  @Override
  public boolean isEnding() {
    return hasLoopEnded;
  }

  @Override
  public boolean await(long millis) {
    try {
      thread.join(Math.max(1, millis));
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("file operations end", e);
    }
    return !isServing();
  }
}
