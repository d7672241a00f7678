// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.threads;

import org.jspecify.annotations.Nullable;

/**
 * Runs work on a private thread, so that no interrupt ends the work early, even while it waits in
 * libraries.
 */
public final class UninterruptibleWork {
  private UninterruptibleWork() {}

  /**
   * Runs the work, then returns. An interrupt of the calling thread, before or during this, is set
   * again afterwards.
   *
   * @throws RuntimeException from the work; an {@link Error} likewise
   */
  public static void run(String threadName, Runnable work) {
    @Nullable Throwable[] failure = new Throwable[1];
    Thread thread = new Thread(() -> failure[0] = failureOf(work), threadName);
    thread.setDaemon(true);
    thread.start();
    join(thread);
    if (failure[0] instanceof Error error) {
      throw error;
    }
    if (failure[0] != null) {
      throw (RuntimeException) failure[0];
    }
  }

  private static @Nullable Throwable failureOf(Runnable work) {
    try {
      work.run();
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
