package org.colophon.core.threads;

/**
 * Priority of a thread's work. Background work yields to the recorded programs and to the threads
 * that serve them. As soon as a caller waits for it, or too much is queued, it is as urgent as any
 * other work.
 *
 * <p>Uses the JVM's lowest thread priority. The launcher's options decide its effect: a niceness
 * where permitted ({@code -XX:ThreadPriorityPolicy=1 -XX:JavaPriority1_To_OSPriority=10}), and the
 * idle class ({@code -Dcolophon.idle=true}) unless a caller waits for this JVM. Without them
 * nothing changes.
 *
 * <p>Repeating the current setting costs one or two field reads.
 */
// Priorities here do not order threads: they only mark work that yields, and all threads continue.
@SuppressWarnings("ThreadPriorityCheck")
public final class Urgency {
  private static final IdleThreads IDLE = IdleThreads.load();

  private Urgency() {}

  /** Declares the calling thread's work urgent or not. */
  public static void set(boolean urgent) {
    Thread thread = Thread.currentThread();
    if (urgent) {
      hurry(thread);
      return;
    }
    if (thread.getPriority() != Thread.MIN_PRIORITY) {
      thread.setPriority(Thread.MIN_PRIORITY);
    }
    IDLE.enter();
    if (thread.getPriority() != Thread.MIN_PRIORITY) {
      IDLE.leave(thread); // it was hurried meanwhile
    }
  }

  /**
   * Makes another thread urgent until it calls {@link #set} again. Any thread.
   *
   * @return true if it was not urgent before
   */
  public static boolean hurry(Thread thread) {
    boolean gaveWay = thread.getPriority() < Thread.NORM_PRIORITY;
    if (gaveWay) {
      thread.setPriority(Thread.NORM_PRIORITY);
    }
    IDLE.leave(thread);
    return gaveWay;
  }

  /**
   * Announces that a caller waits for this JVM, such as a program in a mount. Until this is closed,
   * background threads get a smaller share and are never stopped for long. Otherwise they would
   * delay all others at safepoints.
   */
  public static Hold hold() {
    IDLE.hold();
    return IDLE::release;
  }

  /** Returns {@link #hold}, or a handle without effect. */
  public static Hold holdIf(boolean isWaitedFor) {
    return isWaitedFor ? hold() : () -> {};
  }

  /** Returns true if a caller waits for this JVM. */
  public static boolean isHeld() {
    return IDLE.isHeld();
  }

  /** Handle to close once, on any thread. */
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }
}
