// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.colophon.core.error.ColophonException;

/** Repeats calls to a busy store, with pauses. Only the runner's thread writes the count. */
final class Retries {
  private static final Logger LOG = System.getLogger(Retries.class.getName());

  private final String name;
  private final FanoutConfig config;
  private final RunnerControl control;
  private volatile long count;

  Retries(String name, FanoutConfig config, RunnerControl control) {
    this.name = name;
    this.config = config;
    this.control = control;
  }

  /** Returns the number of retries. Any thread. */
  long count() {
    return count;
  }

  /** Calls a flush or sync, and repeats it while the store is busy. */
  long onceNotBusy(LongSupplier call) {
    long pauseMillis = config.retryMillis();
    for (int attempt = 0; ; attempt++) {
      try {
        return call.getAsLong();
      } catch (ColophonException e) {
        refuse(e, attempt);
        if (control.isTimeUp()) {
          throw e;
        }
        pauseMillis = pause(e, pauseMillis);
      }
    }
  }

  /** Throws the call's failure, if a retry would not help or none is left. */
  void refuse(ColophonException e, int attempt) {
    if (!e.code().isRetriable() || attempt >= config.maxRetries() || control.isOver()) {
      throw e;
    }
  }

  /** Waits before the next call; returns the next pause. */
  long pause(ColophonException e, long pauseMillis) {
    long before = count;
    count = before + 1;
    LOG.log(Level.WARNING, "adapter {0} is busy, will retry: {1}", name, e.getMessage());
    control.pause(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
    return Math.min(pauseMillis * 2, config.retryMillis() * 100);
  }
}
