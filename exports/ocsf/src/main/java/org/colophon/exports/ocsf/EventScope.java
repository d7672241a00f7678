// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.touched.Run;
import org.jspecify.annotations.Nullable;

/**
 * The part of a history whose events are requested. Immutable.
 *
 * @param processes ids of the processes; null for all
 * @param gaps the losses that concern these processes
 * @param afterLsn the last LSN before the first event
 * @param upToLsn the last LSN of events
 */
public record EventScope(
    @Nullable Set<Long> processes, Set<Gap> gaps, long afterLsn, long upToLsn) {
  public EventScope {
    processes = processes == null ? null : Set.copyOf(processes);
    gaps = Set.copyOf(gaps);
  }

  /** Returns the scope of all processes. */
  public static EventScope all(long afterLsn, long upToLsn) {
    return new EventScope(null, Set.of(), afterLsn, upToLsn);
  }

  /** Returns the scope of some runs, with all that is recorded about them. */
  public static EventScope of(LineageReader reader, Collection<Run> runs) {
    Set<Long> processes = new HashSet<>();
    Set<Gap> gaps = new HashSet<>();
    long begin = Long.MAX_VALUE;
    long end = 0;
    for (Run each : runs) {
      processes.addAll(each.processes());
      gaps.addAll(each.losses(reader));
      begin = Math.min(begin, each.beginLsn());
      end = Math.max(end, each.endLsn());
    }
    for (Gap each : gaps) { // a loss may become known before or after the run
      begin = Math.min(begin, each.lsn());
      end = Math.max(end, each.lsn());
    }
    return new EventScope(processes, gaps, begin - 1, Math.min(end, reader.visibleLsn()));
  }

  boolean hasProcess(long process) {
    return processes == null || processes.contains(process);
  }

  boolean hasGap(long lsn, long process) {
    return processes == null
        || gaps.stream().anyMatch(each -> each.lsn() == lsn && each.process() == process);
  }
}
