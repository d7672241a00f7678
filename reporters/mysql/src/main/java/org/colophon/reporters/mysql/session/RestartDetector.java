// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.state.Session;
import org.jspecify.annotations.Nullable;

/**
 * Detects restarts of the server, which end all its connections. A killed server does not log its
 * end, and some kinds of logs do not contain the start. One thread.
 *
 * <p>After each start, the server counts connections and queries from 1 again. No number repeats
 * before the next start. The first query of a connection is newer than all queries before the
 * connection began. So a smaller query id proves a restart between the query with the highest id
 * and the start of the connection.
 */
public final class RestartDetector {
  /**
   * Minimum difference of connection numbers that proves a restart. Connections are logged slightly
   * out of order, but never by this much.
   */
  private static final int MIN_RESTART_DISTANCE = 1000;

  /** Minimum duration of a restart. Logs have times in seconds. */
  private static final long MIN_RESTART_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int FIRST_ONES = 64;
  private static final int NEAR = 16;

  /** Highest connection number since the last start. */
  public long highest;

  /** Highest query id since the last start, 0 if the log has none. */
  public long highestQuery;

  /** True if a header shows that the log began or was flushed. */
  public boolean mayHaveRestarted;

  public void register(Session session) {
    highest = Math.max(highest, session.connection);
    session.registeredAtQuery = highestQuery;
  }

  /**
   * Returns the connections that a restart ended, if the new client's number shows a restart.
   * Called once, before the client is registered.
   */
  public List<Long> endedConnections(LogRecord client, Collection<Session> all) {
    boolean isAnew = mayHaveRestarted && isOld(client.connection);
    mayHaveRestarted = false;
    Session had = find(client.connection, all);
    List<Long> left = numbers(all, each -> isAnew || cameBefore(each, had, client));
    highest = isAnew || !left.isEmpty() ? 0 : highest;
    return left;
  }

  /** Returns whether a connection number shows that the server counts from 1 again. */
  private boolean isOld(long connection) {
    return connection < highest - MIN_RESTART_DISTANCE
        || (connection <= FIRST_ONES && connection < highest - NEAR);
  }

  private static @Nullable Session find(long connection, Collection<Session> all) {
    return all.stream().filter(each -> each.connection == connection).findAny().orElse(null);
  }

  /** Returns true if a session began no later than an earlier session with the client's number. */
  private static boolean cameBefore(Session session, @Nullable Session had, LogRecord client) {
    return had != null
        && had.connectedNanos != 0
        && client.timeNanos - had.connectedNanos >= MIN_RESTART_NANOS
        && session.connectedNanos <= had.connectedNanos;
  }

  /** Returns the connections that a restart ended, if the query's id shows a restart. */
  public List<Long> endedConnections(Session session, long query, Collection<Session> all) {
    long before = session.registeredAtQuery;
    boolean isAnew = session.isFresh && query <= before;
    session.isFresh = false;
    if (!isAnew) {
      highestQuery = Math.max(highestQuery, query);
      return List.of();
    }
    // Excludes sessions that began after the query with the highest id: they may have begun after
    // the restart.
    List<Long> left = numbers(all, each -> each.registeredAtQuery < before);
    highest = 0;
    highestQuery = query;
    all.forEach(each -> each.registeredAtQuery = 0);
    return left;
  }

  private static List<Long> numbers(Collection<Session> all, Predicate<Session> which) {
    return all.stream().filter(which).map(each -> each.connection).toList();
  }
}
