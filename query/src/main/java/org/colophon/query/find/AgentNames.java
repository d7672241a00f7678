// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.naming.Starts;

/** Finds and caches the names of the agents of processes. One thread. */
public final class AgentNames {
  private final LineageReader reader;
  private final ObjectNames naming;
  private final long limitLsn;
  private final Map<Long, List<Bytes>> cache = new HashMap<>();

  /**
   * Constructs an empty cache.
   *
   * @param asOfLsn the last LSN that counts
   */
  public AgentNames(LineageReader reader, long asOfLsn) {
    this.reader = reader;
    this.naming = new ObjectNames(reader);
    this.limitLsn = Math.min(asOfLsn, reader.visibleLsn());
  }

  /**
   * Returns the agents of a process. If it has none, returns those of the process that started it.
   */
  public List<Bytes> of(long process) {
    Deque<Long> path = new ArrayDeque<>();
    Set<Long> seen = new LinkedHashSet<>();
    List<Bytes> found = List.of();
    long next = process;
    while (next != 0 && found.isEmpty() && seen.add(next)) {
      path.push(next);
      found = cache.containsKey(next) ? cache.get(next) : ownAgents(next);
      next = cache.containsKey(next) ? 0 : Starts.parentOf(reader, next, limitLsn);
    }
    for (long each : path) {
      cache.put(each, found);
    }
    return found;
  }

  private List<Bytes> ownAgents(long process) {
    Set<Long> ids = new LinkedHashSet<>();
    reader.accessesOfProcess(
        process,
        AccessMode.AGENT.bit(),
        (p, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (first <= limitLsn) {
            ids.add(object);
          }
        });
    return ids.stream().sorted().map(id -> naming.nameOf(id, limitLsn)).toList();
  }
}
