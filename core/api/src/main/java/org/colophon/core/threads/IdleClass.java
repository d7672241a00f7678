package org.colophon.core.threads;

/**
 * The operating system's class of threads that run only while no other wants their processor:
 * SCHED_IDLE of Linux (sched(7)). Java has no call for it; who has one provides this through {@link
 * java.util.ServiceLoader}. Any thread.
 */
public interface IdleClass {
  /** The operating system's number of the calling thread. */
  int threadId();

  /**
   * Puts a thread into the class, or takes it out again; its niceness stays.
   *
   * @param threadId as {@link #threadId} gave it
   * @return whether the operating system did so
   */
  boolean set(int threadId, boolean isIdle);
}
