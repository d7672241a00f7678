package org.colophon.reporters.mysql.session;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.state.Session;

/**
 * Tells from the numbers in a log that the server was started anew, which ends all connections that
 * it had: a server that is killed says nothing of them, and some logs nothing of the start either.
 * Belongs to one thread.
 *
 * <p>Connections and queries are numbered from the beginning by each start, and never twice between
 * two. A query of a connection is newer than all that was logged when the connection came; so a
 * smaller number proves that a start lies between the largest number before and the connection.
 */
public final class RestartDetector {
  /** Connections are not logged strictly in the order of their numbers; this far apart they are. */
  private static final int SURELY_OLDER = 1000;

  /** No server is killed and there again sooner; logs have times by the second. */
  private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int FIRST_ONES = 64;
  private static final int NEAR = 16;

  /** The highest number of a connection, since the last start. */
  public long highest;

  /** The highest number of a query, since the last start; 0 if the log has none. */
  public long highestQuery;

  /** Whether the log began, or was flushed. */
  public boolean mayBe;

  /** A session is met for the first time. */
  public void met(Session session) {
    highest = Math.max(highest, session.connection);
    session.metAtQuery = highestQuery;
  }

  /**
   * The connections that were left behind before a client came, as far as its number tells: none
   * otherwise. To be asked once, before the client is met.
   */
  public List<Long> leftBehind(LogRecord client, Collection<Session> all) {
    boolean isAnew = mayBe && isOld(client.connection);
    mayBe = false;
    Session had = find(client.connection, all);
    List<Long> left = numbers(all, each -> isAnew || cameBefore(each, had, client));
    highest = isAnew || !left.isEmpty() ? 0 : highest;
    return left;
  }

  /** Numbers begin anew when the server is started anew. */
  private boolean isOld(long connection) {
    return connection < highest - SURELY_OLDER
        || (connection <= FIRST_ONES && connection < highest - NEAR);
  }

  private static Session find(long connection, Collection<Session> all) {
    return all.stream().filter(each -> each.connection == connection).findAny().orElse(null);
  }

  /** Whether a session came no later than the one that had the client's number before. */
  private static boolean cameBefore(Session session, Session had, LogRecord client) {
    return had != null
        && had.cameNanos != 0
        && client.timeNanos - had.cameNanos >= SHORTEST_NANOS
        && session.cameNanos <= had.cameNanos;
  }

  /**
   * The connections that were left behind before the session of a query came, as far as the query's
   * number tells: none otherwise.
   */
  public List<Long> leftBehind(Session session, long query, Collection<Session> all) {
    long before = session.metAtQuery;
    boolean isAnew = session.isFresh && query <= before;
    session.isFresh = false;
    if (!isAnew) {
      highestQuery = Math.max(highestQuery, query);
      return List.of();
    }
    // Who was met since the highest number before may be of either server.
    List<Long> left = numbers(all, each -> each.metAtQuery < before);
    highest = 0;
    highestQuery = query;
    all.forEach(each -> each.metAtQuery = 0);
    return left;
  }

  private static List<Long> numbers(Collection<Session> all, Predicate<Session> which) {
    return all.stream().filter(which).map(each -> each.connection).toList();
  }
}
