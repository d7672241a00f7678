// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.SqlMarks;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.output.ServerNames;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.Transaction;

/** The connections of a server. One thread. */
public final class Sessions {
  /** Maximum number of prepared XA transactions. If there are more, the oldest counts as failed. */
  private static final int MAX_PREPARED = 1024;

  /**
   * Maximum number of sessions: more than servers usually have, and few enough to save with each
   * position.
   */
  private static final int MAX_SESSIONS = 4096;

  /**
   * Number of sessions evicted together, so that searches for sessions to evict are rare. The ends
   * of these sessions fit into one unit.
   */
  private static final int EVICTED_AT_ONCE = 256;

  private static final Comparator<Session> FIRST_TO_EVICT =
      Comparator.comparingInt(Sessions::weight)
          .thenComparingLong(session -> session.lastUse)
          .thenComparingLong(session -> session.connection);

  public final Map<Long, Session> all = new HashMap<>();

  /** Prepared XA transactions of a binary log. Any session may end them. */
  public final Map<Bytes, Transaction> prepared = new LinkedHashMap<>();

  public final RestartDetector restarts = new RestartDetector();

  private final ServerNames names;
  private final UnitSink output;
  private final StatementRefCounts refCounts;
  private final PendingChanges pending;
  private final ClientProcesses clients;
  private final SqlAnalyzer analyzer;
  private final SqlRules newcomers;
  private long uses;

  public Sessions(
      ServerNames names,
      UnitSink output,
      StatementRefCounts refCounts,
      PendingChanges pending,
      ClientProcesses clients,
      SqlAnalyzer analyzer) {
    this.names = names;
    this.output = output;
    this.refCounts = refCounts;
    this.pending = pending;
    this.clients = clients;
    this.analyzer = analyzer;
    this.newcomers = analyzer.session().rules();
  }

  public Session session(long connection) {
    return new Session(connection, analyzer.session(), refCounts);
  }

  public void registerTemporary(Session session, TableName table) {
    String name = quoted(table.database()) + "." + quoted(table.table());
    byte[] text = Bytes.of("create temporary table " + name + " (i int)").toArray();
    for (Statement made : analyzer.analyze(session.sql, text, 0, text.length).statements()) {
      analyzer.apply(session.sql, made);
    }
  }

  private static String quoted(Bytes name) {
    return "`" + name.toString().replace("`", "``") + "`";
  }

  public SqlRules rules(long connection) {
    Session session = all.get(connection);
    return session == null ? newcomers : session.sql.rules();
  }

  /** Returns the session of a record. Creates it on first use. */
  public Session of(LogRecord record) {
    Session session = all.get(record.connection);
    if (session == null) {
      session = add(record);
    }
    session.lastUse = ++uses;
    if (record.queryId != LogRecord.NO_QUERY_ID) {
      session.sql.database(record.database);
    }
    return session;
  }

  private Session add(LogRecord record) {
    Session session = session(record.connection);
    session.user = record.user;
    session.host = record.host;
    session.sql.database(record.database);
    session.lastUse = ++uses;
    all.put(record.connection, session);
    restarts.register(session);
    return session;
  }

  public void connect(LogRecord record) {
    quit(record.connection);
    Session session = add(record);
    session.connectedNanos = record.timeNanos;
    session.transport = record.transport;
    session.isFresh = true;
  }

  public void quit(long connection) {
    Session session = all.remove(connection);
    if (session != null) {
      reset(session);
      leave(session);
      clients.endResults(session);
    }
  }

  private void leave(Session session) {
    if (session.process != 0) {
      output.exit(session.process, 0);
      session.process = 0;
    }
  }

  public void changeUser(LogRecord record) {
    Session session = of(record);
    reset(session);
    leave(session);
    session.user = record.user;
    session.host = record.host;
    session.sql.database(record.database);
    session.agent = 0;
  }

  /** Resets the session and rolls back its transaction. User and database remain unchanged. */
  public void reset(Session session) {
    stop(session);
    session.opened.close(0);
    rollBack(session);
    session.isAutocommit = true;
    session.hasLocks = false;
    session.temporary.clear();
    session.variables.clear();
    session.localsSince = 0;
    session.sql.reset();
  }

  /** Settles the waiting changes of the session and ends its last statement. */
  public void stop(Session session) {
    pending.settle(session);
    release(session);
  }

  /** Ends the last statement. */
  public void release(Session session) {
    if (session.running != 0) {
      refCounts.release(session.running);
      session.running = 0;
    }
  }

  // --- declared on first use ---

  public long process(Session session) {
    if (session.process == 0) {
      session.process = clients.requests(session);
      Bytes user = session.isUserKnown ? session.user : Bytes.EMPTY;
      output.extend(session.process, 0, SqlMarks.CONNECTION, names.record(user));
      if (session.isUserKnown) {
        session.agent = output.object(names.agent(session.user, session.host));
      }
      associate(session, session.process);
    }
    return session.process;
  }

  public void returned(Session session, long statement) {
    clients.returned(session, statement);
  }

  /** Associates the process with the session's user if the user is known. */
  public void associate(Session session, long process) {
    if (session.agent != 0) {
      output.access(OperationKind.ASSOCIATE, process, session.agent);
    }
  }

  /**
   * Returns the session of a record that has only a connection number. Number 0 stands for an
   * unknown connection.
   */
  public Session of(long connection) {
    Session session = all.get(connection);
    if (session == null) {
      session = session(connection);
      session.isUserKnown = false;
      all.put(connection, session);
    }
    return session;
  }

  /**
   * Returns the connections to evict, usually none. Eviction is needed because a log does not
   * always report the end of a connection. Connections that have been idle longest are evicted
   * first, and connections with open transactions or tables last.
   */
  public List<Long> beyondLimit() {
    if (all.size() <= MAX_SESSIONS) {
      return List.of();
    }
    return all.values().stream()
        .sorted(FIRST_TO_EVICT)
        .limit(EVICTED_AT_ONCE)
        .map(session -> session.connection)
        .toList();
  }

  private static int weight(Session session) {
    boolean isOpen = session.transaction != null || !session.waiting.isEmpty();
    boolean hasState =
        session.hasLocks
            || !session.isAutocommit
            || !session.temporary.isEmpty()
            || !session.variables.isEmpty();
    return isOpen || !session.opened.isEmpty() ? 2 : hasState ? 1 : 0;
  }

  // --- transactions ---

  /** Begins a transaction unless one is open. */
  public Transaction begin(Session session) {
    if (session.transaction == null) {
      long process = output.process(ServerNames.transaction(session.connection));
      output.link(LinkKind.FORK, process, process(session));
      session.transaction = new Transaction(process);
    }
    return session.transaction;
  }

  /**
   * Commits the open transaction.
   *
   * @param queryId id of the committing statement, 0 if the log has none
   * @param isCertain whether the log shows that the commit succeeded
   */
  public void commit(Session session, long queryId, boolean isCertain) {
    Transaction ended = session.transaction;
    if (ended != null) {
      if (!pending.end(session, ended, false)) {
        ended.commit(session, queryId, isCertain, output, refCounts);
      }
      session.transaction = null;
    }
  }

  public void prepare(Bytes xa, Transaction transaction) {
    Transaction before = prepared.put(xa, transaction);
    if (before != null && before != transaction) {
      before.rollBack(output, refCounts);
    }
    if (prepared.size() > MAX_PREPARED) {
      prepared.remove(prepared.keySet().iterator().next()).rollBack(output, refCounts);
    }
  }

  public void rollBack(Session session) {
    Transaction ended = session.transaction;
    if (ended != null) {
      if (pending.end(session, ended, true)) {
        pending.settle(session);
      } else {
        ended.rollBack(output, refCounts);
      }
      session.transaction = null;
    }
  }
}
