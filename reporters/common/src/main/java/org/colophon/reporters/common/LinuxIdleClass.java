package org.colophon.reporters.common;

import jnr.ffi.LibraryLoader;
import org.colophon.core.threads.IdleClass;

/**
 * SCHED_IDLE (sched(7)): such a thread leaves the processor as soon as another thread needs it. A
 * thread with a high niceness would first use the rest of its time slice, most of a millisecond. To
 * leave this class, a thread needs CAP_SYS_NICE.
 */
public final class LinuxIdleClass implements IdleClass {
  private static final int SCHED_OTHER = 0;
  private static final int SCHED_IDLE = 5;

  private final CoreLibc libc =
      LibraryLoader.create(CoreLibc.class).failImmediately().load("libc.so.6");

  @Override
  public int threadId() {
    return libc.gettid();
  }

  @Override
  public boolean set(int threadId, boolean isIdle) {
    return libc.sched_setscheduler(threadId, isIdle ? SCHED_IDLE : SCHED_OTHER, new int[1]) == 0;
  }
}
