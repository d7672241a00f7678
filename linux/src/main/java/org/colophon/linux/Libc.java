package org.colophon.linux;

import jnr.ffi.types.pid_t;

/**
 * The functions of the C library, named as there. Public only because it is bound by reflection.
 */
public interface Libc {
  /** The number of the calling thread; never fails. */
  @pid_t
  int gettid();

  /**
   * Sets how a thread is scheduled.
   *
   * @param parameter a {@code struct sched_param}, which is one number: the priority among
   *     real-time threads, 0 for all others
   * @return 0, or -1 where that is refused
   */
  int sched_setscheduler(@pid_t int thread, int policy, int[] parameter);
}
