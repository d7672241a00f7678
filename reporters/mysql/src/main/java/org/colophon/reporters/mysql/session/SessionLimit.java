package org.colophon.reporters.mysql.session;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Which sessions are let go of where a log has more than are remembered: it does not always say
 * that a client is gone. Those that rest longest go first, and those that have left something open
 * only when there is nothing else.
 */
final class SessionLimit {
  /** More than servers have at a time, and few enough to be kept with each position. */
  private static final int MOST = 4096;

  /** So that nobody looks for them at each client that comes; their ends fit into one unit. */
  private static final int AT_ONCE = 256;

  private static final Comparator<Session> FIRST_TO_GO =
      Comparator.comparingInt(SessionLimit::weight)
          .thenComparingLong(session -> session.lastUse)
          .thenComparingLong(session -> session.connection);

  private SessionLimit() {}

  /** The connections to let go of, mostly none. */
  static List<Long> beyond(Collection<Session> all) {
    if (all.size() <= MOST) {
      return List.of();
    }
    return all.stream()
        .sorted(FIRST_TO_GO)
        .limit(AT_ONCE)
        .map(session -> session.connection)
        .toList();
  }

  /** What would be lost with it. */
  private static int weight(Session session) {
    boolean isOpen = session.transaction != null || !session.waiting.isEmpty();
    boolean hasState =
        session.hasLocks
            || !session.isAutocommit
            || !session.temporary.isEmpty()
            || !session.variables.isEmpty();
    return isOpen || !session.opened.isEmpty() ? 2 : hasState ? 1 : 0;
  }
}
