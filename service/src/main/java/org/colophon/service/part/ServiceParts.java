// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.part;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Starts, schedules and stops the parts of a service. One thread. */
public final class ServiceParts {
  private static final Logger LOG = System.getLogger(ServiceParts.class.getName());

  private final List<ServicePart> parts;
  private int started;

  /**
   * Constructs the sequence.
   *
   * @param parts the parts in the order of their start
   */
  public ServiceParts(List<ServicePart> parts) {
    this.parts = List.copyOf(parts);
  }

  /**
   * Starts the parts in order.
   *
   * @throws org.colophon.core.error.ColophonException if a part cannot start; later parts are not
   *     started, and {@link #stop} stops the earlier ones
   */
  public void start() {
    for (; started < parts.size(); started++) {
      parts.get(started).start();
    }
  }

  /** Schedules the periodic work of the parts. A failure is logged and does not end it. */
  public void schedule(ScheduledExecutorService clock) {
    for (ServicePart each : parts) {
      long period = each.period().toMillis();
      if (period > 0) {
        var unused =
            clock.scheduleAtFixedRate(() -> tick(each), period, period, TimeUnit.MILLISECONDS);
      }
    }
  }

  private static void tick(ServicePart part) {
    try {
      part.tick();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a periodic task failed", e); // an exception would cancel the schedule
    }
  }

  /**
   * Stops the started parts in reverse order, each even if another fails. Logs failures.
   *
   * @param deadlineNanos time of {@link System#nanoTime} at which the service has to end
   * @return false if a part failed
   */
  public boolean stop(long deadlineNanos) {
    boolean isClean = true;
    while (started > 0) {
      ServicePart last = parts.get(--started);
      try {
        last.stop(Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000));
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "while stopping: " + e.getMessage(), e);
        isClean = false;
      }
    }
    return isClean;
  }
}
