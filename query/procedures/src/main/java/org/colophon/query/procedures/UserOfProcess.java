// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.util.HashSet;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Finds the user for whom a process ran. Sources report the user when they first see a process and
 * when the user changes. So the user may be recorded only at an ancestor. Groups are agents, too,
 * but are ignored.
 */
final class UserOfProcess {
  private static final Bytes USER = Bytes.of("user ");

  private final LineageReader reader;
  private long found;
  private long foundLsn;
  private long parent;
  private long startLsn;

  UserOfProcess(LineageReader reader) {
    this.reader = reader;
  }

  /** Returns the object of the user as of an LSN; 0 if unknown. */
  long of(long process, long asOfLsn) {
    Set<Long> seen = new HashSet<>();
    long at = process;
    long until = asOfLsn;
    while (at != 0 && seen.add(at)) {
      long user = lastUser(at, until);
      if (user != 0) {
        return user;
      }
      findParent(at, until);
      at = parent;
      until = startLsn;
    }
    return 0;
  }

  private long lastUser(long process, long until) {
    Set<Long> agents = new HashSet<>();
    reader.accessesOfProcess(
        process,
        AccessMode.AGENT.bit(),
        (p, agent, mode, first, last, count, bytes, firstNanos, lastNanos) -> agents.add(agent));
    agents.removeIf(agent -> !isUser(agent));
    found = 0;
    foundLsn = Lsn.NONE;
    reader.accessesOfProcess(
        process,
        AccessMode.AGENT.bit(),
        (p, agent, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (agents.contains(agent) && first <= until && first > foundLsn) {
            found = agent;
            foundLsn = first;
          }
        });
    return found;
  }

  private boolean isUser(long agent) {
    ObjectInfo info = reader.object(agent);
    return info != null && info.declaration().label().startsWith(USER);
  }

  private void findParent(long process, long until) {
    parent = 0;
    startLsn = until;
    reader.causesOfProcess(
        process,
        (effect, cause, kind, lsn, nanos) -> {
          if ((kind == LinkKind.FORK || kind == LinkKind.EXEC) && lsn <= until) {
            parent = cause;
            startLsn = lsn;
          }
        });
  }
}
