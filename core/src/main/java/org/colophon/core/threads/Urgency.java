package org.colophon.core.threads;

/**
 * How urgent a thread's work is. What nobody waits for gives way to the programs that are recorded,
 * and to the threads that serve them; as soon as somebody waits, or too much has gathered, it is as
 * urgent as anything else.
 *
 * <p>Told to the JVM as the lowest priority of threads. What the operating system makes of it is
 * said at the start of the JVM: the launcher asks for a niceness where it may ({@code
 * -XX:ThreadPriorityPolicy=1 -XX:JavaPriority1_To_OSPriority=10}). Without that nothing changes.
 *
 * <p>Any thread may tell. To tell again what is so already costs a volatile read.
 */
public final class Urgency {
  private final Thread thread;
  private volatile boolean isUrgent = true;

  /** The urgency of the calling thread. */
  public Urgency() {
    this(Thread.currentThread());
  }

  /** The urgency of a thread, which is as urgent as others so far. */
  public Urgency(Thread thread) {
    this.thread = thread;
  }

  /** Says whether somebody waits for what the thread does. */
  public void set(boolean urgent) {
    if (urgent != isUrgent) {
      change(urgent);
    }
  }

  // The order of threads is left to nobody here: this only says who gives way, and all go on.
  @SuppressWarnings("ThreadPriorityCheck")
  private synchronized void change(boolean urgent) {
    isUrgent = urgent;
    thread.setPriority(urgent ? Thread.NORM_PRIORITY : Thread.MIN_PRIORITY);
  }
}
