// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common;

import org.colophon.core.threads.IdleClass;

/**
 * The scheduling class SCHED_IDLE (sched(7)). Its threads yield the processor as soon as another
 * thread needs it. A thread with a high niceness would first use the rest of its time slice, up to
 * a millisecond. A thread needs CAP_SYS_NICE to leave the class.
 */
public final class LinuxIdleClass implements IdleClass {
  private static final int SCHED_OTHER = 0;
  private static final int SCHED_IDLE = 5;

  private final CoreLibc libc = SharedLibc.get();

  @Override
  public int threadId() {
    return libc.gettid();
  }

  @Override
  public boolean set(int threadId, boolean isIdle) {
    return libc.sched_setscheduler(threadId, isIdle ? SCHED_IDLE : SCHED_OTHER, new int[1]) == 0;
  }
}
