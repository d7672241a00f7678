// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.threads;

/**
 * Scheduling class of threads that run only on an otherwise idle processor: SCHED_IDLE of Linux
 * (sched(7)). Java has no call for it; an implementation is provided through {@link
 * java.util.ServiceLoader}. Any thread.
 */
public interface IdleClass {
  /** Returns the operating system's id of the calling thread. */
  int threadId();

  /**
   * Moves a thread into or out of the class; its niceness stays.
   *
   * @param threadId a result of {@link #threadId}
   * @return true if the operating system did so
   */
  boolean set(int threadId, boolean isIdle);
}
