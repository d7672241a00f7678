package org.colophon.reporters.mysql.tail;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/**
 * Says once that something is waited for, when that has taken a moment: servers make their files
 * when they start, but one that never comes may be called otherwise. One thread.
 */
public final class Absence {
  private static final Logger LOG = System.getLogger(Absence.class.getName());
  private static final long MOMENT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private long sinceNanos;
  private boolean isWaiting;
  private boolean isSaid;

  /** It is not there, or not yet what it is to be. */
  public void met(String what) {
    long now = System.nanoTime();
    if (!isWaiting) {
      isWaiting = true;
      sinceNanos = now;
    } else if (!isSaid && now - sinceNanos > MOMENT_NANOS) {
      isSaid = true;
      LOG.log(Level.WARNING, "{0}; waiting for it", what);
    }
  }
}
