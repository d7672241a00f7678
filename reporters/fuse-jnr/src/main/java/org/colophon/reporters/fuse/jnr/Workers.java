// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import ru.serce.jnrfuse.struct.FuseContext;

/** The threads that perform operations for threads of libfuse. */
final class Workers {
  /** An operation; returns 0 or more, or a negative error number. */
  interface Operation {
    int apply(Worker worker);
  }

  private final ExecutorService threads;
  private final ThreadLocal<Worker> worker;
  private final Consumer<Throwable> whenFailed;

  /**
   * Creates the threads.
   *
   * @param observers creates an observer for each thread, on that thread
   * @param whenFailed receives unexpected failures, on any thread
   */
  Workers(Os os, int count, Supplier<MirrorObserver> observers, Consumer<Throwable> whenFailed) {
    this.worker = ThreadLocal.withInitial(() -> new Worker(os, observers.get()));
    this.whenFailed = whenFailed;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            count,
            task -> {
              Thread thread = new Thread(task, "colophon-fuse-jnr-" + number.getAndIncrement());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Performs an operation for a caller and waits for its promise; returns its result. */
  int perform(FuseContext caller, Operation operation) {
    int task = caller.pid.intValue();
    int user = caller.uid.intValue();
    int group = caller.gid.intValue();
    int umask = caller.umask.intValue();
    try {
      return threads.submit(() -> perform(task, user, group, umask, operation)).get();
    } catch (ExecutionException e) {
      whenFailed.accept(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // not expected
      whenFailed.accept(e);
    }
    return -Errno.EIO;
  }

  private int perform(int task, int user, int group, int umask, Operation operation) {
    Worker own = worker.get();
    own.request.caller(task, user, group);
    own.request.umask = umask;
    own.request.promise = 0;
    int result = operation.apply(own);
    if (own.request.promise != 0) {
      own.request.observer.keep(own.request.promise);
    }
    return result;
  }

  /** Ends the threads after their operations. */
  void end() throws InterruptedException {
    threads.shutdown();
    while (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
      // An operation of the source may hang.
    }
  }
}
