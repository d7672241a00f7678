// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/**
 * Logs once that a file has been missing for a second. Servers create their files at start, but a
 * file that never appears may have another name. One thread.
 */
public final class MissingFileWarning {
  private static final Logger LOG = System.getLogger(MissingFileWarning.class.getName());
  private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private long sinceNanos;
  private boolean isWaiting;
  private boolean isLogged;

  public void report(String problem) {
    long now = System.nanoTime();
    if (!isWaiting) {
      isWaiting = true;
      sinceNanos = now;
    } else if (!isLogged && now - sinceNanos > DELAY_NANOS) {
      isLogged = true;
      LOG.log(Level.WARNING, "{0}; waiting for it", problem);
    }
  }
}
