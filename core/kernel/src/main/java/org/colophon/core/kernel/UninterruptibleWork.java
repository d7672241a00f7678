package org.colophon.core.kernel;

/**
 * Work that an interrupt must not cut short, whatever it waits for, also in libraries: it is done
 * on a thread of its own, which nobody else knows.
 */
final class UninterruptibleWork {
  private UninterruptibleWork() {}

  /**
   * Returns when the work is done. If the calling thread was interrupted before or meanwhile, it is
   * so afterwards.
   *
   * @throws RuntimeException what the work throws; an {@link Error} likewise
   */
  static void run(String threadName, Runnable work) {
    Throwable[] failure = new Throwable[1];
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

  private static Throwable failureOf(Runnable work) {
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
