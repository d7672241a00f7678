// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.colophon.core.host.StoreHost;
import org.colophon.query.across.HostLineage;
import org.colophon.query.text.DisplayText;

/**
 * Differences between the clocks of reporting hosts and this service's clock. A request has the
 * time at which it was sent. The transfer of a request makes the difference smaller, so the largest
 * difference of the last requests counts. Any thread.
 */
public final class HostClocks {
  private static final int MAX_KEPT = 8;

  private final Map<String, Clock> clocks = new TreeMap<>();

  private record Clock(String name, Deque<Long> differences) {
    long difference() {
      return differences.stream().mapToLong(Long::longValue).max().orElse(0);
    }
  }

  /**
   * Records the time that a host sent.
   *
   * @param statedMillis the host's time, in milliseconds since 1970
   * @param nowMillis this service's time
   */
  public synchronized void observe(StoreHost host, long statedMillis, long nowMillis) {
    Clock clock =
        clocks.computeIfAbsent(host.id(), id -> new Clock(host.name(), new ArrayDeque<>()));
    if (clock.differences.size() == MAX_KEPT) {
      clock.differences.removeFirst();
    }
    clock.differences.addLast(statedMillis - nowMillis);
  }

  /**
   * Returns how far a host's clock is ahead of this service's clock.
   *
   * @param id machine id
   * @return milliseconds; negative if the host's clock is behind; 0 if unknown
   */
  public synchronized long aheadMillis(String id) {
    Clock clock = clocks.get(id);
    return clock == null ? 0 : clock.difference();
  }

  /** Returns a message for each clock whose difference exceeds the skew that lineage allows. */
  public synchronized List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (Clock each : clocks.values()) {
      long millis = each.difference();
      if (TimeUnit.MILLISECONDS.toNanos(Math.abs(millis)) > HostLineage.SKEW_NANOS) {
        warnings.add(
            "the clock of host %s is %s seconds %s this service's: lineage between hosts may miss connections; set it, for example with NTP"
                .formatted(
                    each.name,
                    DisplayText.count(TimeUnit.MILLISECONDS.toSeconds(Math.abs(millis))),
                    millis > 0 ? "ahead of" : "behind"));
      }
    }
    return warnings;
  }
}
