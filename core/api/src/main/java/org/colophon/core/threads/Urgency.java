package org.colophon.core.threads;

/**
 * How urgent a thread's work is. What nobody waits for gives way to the programs that are recorded,
 * and to the threads that serve them; as soon as somebody waits, or too much has gathered, it is as
 * urgent as anything else.
 *
 * <p>Told to the JVM as the lowest priority of threads. What the operating system makes of it is
 * said at the start of the JVM: the launcher asks for a niceness where it may ({@code
 * -XX:ThreadPriorityPolicy=1 -XX:JavaPriority1_To_OSPriority=10}), and that such a thread runs only
 * while no other wants its processor ({@code -Dcolophon.idle=true}), unless somebody waits for this
 * JVM. Without that nothing changes.
 *
 * <p>To tell again what is so already costs the reading of a field or two.
 */
// The order of threads is left to nobody here: this only says who gives way, and all go on.
@SuppressWarnings("ThreadPriorityCheck")
public final class Urgency {
  private static final IdleThreads IDLE = IdleThreads.load();

  private Urgency() {}

  /** Says whether somebody waits for what the calling thread does. */
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
   * Has a thread give way no more, as somebody waits for it, until it says so itself again. Any
   * thread may ask.
   *
   * @return whether it did give way
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
   * Somebody waits for this JVM, be it a program in a mount or who asks a question: until this is
   * closed, who gives way does with a smaller share, and is never stopped for long, since all
   * others would wait for it wherever the JVM brings its threads to a stop (safepoints).
   */
  public static Hold hold() {
    IDLE.hold();
    return IDLE::release;
  }

  /** As {@link #hold}, or nothing that holds. */
  public static Hold holdIf(boolean isWaitedFor) {
    return isWaitedFor ? hold() : () -> {};
  }

  /** Whether somebody waits for this JVM. */
  public static boolean isHeld() {
    return IDLE.isHeld();
  }

  /** To be closed once, by any thread. */
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }
}
