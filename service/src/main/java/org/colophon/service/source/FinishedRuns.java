// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.colophon.client.protocol.SourceName;
import org.colophon.core.error.ColophonException;

/**
 * Deletes the sources of killed runs after a long time without lines. Their operations remain. One
 * thread.
 */
public final class FinishedRuns {
  /**
   * Time without lines after which a run is deleted. Long enough for a traced program that is idle
   * for weeks.
   */
  public static final Duration SILENCE = Duration.ofDays(30);

  /** Maximum number of sources deleted in one call, since each deletion waits for the disk. */
  static final int AT_ONCE = 100;

  private static final Logger LOG = System.getLogger(FinishedRuns.class.getName());

  private final Sources sources;
  private final LongSupplier nanos;
  private final Map<String, Heard> runs = new HashMap<>();

  /** Last line of a run, and the time when this number was first seen. */
  private record Heard(long line, long nanos) {}

  public FinishedRuns(Sources sources, LongSupplier nanos) {
    this.sources = sources;
    this.nanos = nanos;
  }

  /** Deletes the runs that have sent no line for {@link #SILENCE}. */
  public void forgetSilent() {
    long now = nanos.getAsLong();
    Map<String, Long> all = sources.all();
    runs.keySet().retainAll(all.keySet());
    int forgotten = 0;
    for (Map.Entry<String, Long> each : all.entrySet()) {
      String name = each.getKey();
      if (!name.startsWith(SourceName.RUN_PREFIX) || forgotten == AT_ONCE) {
        continue;
      }
      Heard heard = runs.get(name);
      if (heard == null || heard.line() != each.getValue()) {
        runs.put(name, new Heard(each.getValue(), now));
      } else if (now - heard.nanos() >= SILENCE.toNanos()) {
        forget(name);
        forgotten++;
      }
    }
  }

  private void forget(String name) {
    try {
      sources.forget(name);
      runs.remove(name);
      LOG.log(Level.INFO, "forgot source {0}: it has been silent for 30 days", name);
    } catch (ColophonException e) {
      LOG.log(Level.DEBUG, "source {0} stays for now: {1}", name, e.getMessage());
    }
  }
}
