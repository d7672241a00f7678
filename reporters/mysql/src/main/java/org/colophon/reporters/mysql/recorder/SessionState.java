// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.log.ClientTransport;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.session.Sessions;
import org.colophon.reporters.mysql.sql.SqlSession;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.TableState;
import org.colophon.reporters.mysql.state.TableWrites;
import org.colophon.reporters.mysql.state.Tables;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Saves and restores sessions with their open transactions. Unsettled reads are not saved. So if a
 * writer commits after a restart, its readers before the restart are missing.
 */
final class SessionState {
  private static final long AUTOCOMMIT = 1;
  private static final long CHAINS = 2;
  private static final long NONTRANSACTIONAL = 4;

  private final Sessions sessions;
  private final Tables tables;
  private final StatementRefCounts refCounts;
  private final Set<Long> writers = new HashSet<>();

  SessionState(Sessions sessions, Tables tables, StatementRefCounts refCounts) {
    this.sessions = sessions;
    this.tables = tables;
    this.refCounts = refCounts;
  }

  void write(StateWriter out) {
    out.number(sessions.restarts.highest).flag(sessions.restarts.mayHaveRestarted);
    out.number(sessions.restarts.highestQuery);
    out.number(sessions.all.size());
    sessions.all.values().forEach(session -> write(session, out));
    out.number(sessions.prepared.size());
    sessions.prepared.forEach((xid, transaction) -> write(transaction, out.bytes(xid)));
  }

  void read(StateReader in) {
    sessions.restarts.highest = in.number();
    sessions.restarts.mayHaveRestarted = in.flag();
    sessions.restarts.highestQuery = in.number();
    for (int left = in.count(); left > 0; left--) {
      Session session = session(in);
      sessions.all.put(session.connection, session);
    }
    for (int left = in.count(); left > 0; left--) {
      Bytes xid = in.bytes();
      sessions.prepared.put(xid, transaction(in));
    }
  }

  /** Ends processes without references, after all sessions are restored. */
  void releaseAll() {
    sessions.all.values().forEach(session -> writers.remove(session.running));
    writers.forEach(refCounts::release);
    writers.clear();
  }

  /** Adds a reference to a restored statement. */
  void held(long process) {
    refCounts.hold(process);
    writers.add(process);
  }

  private static void write(Session session, StateWriter out) {
    out.number(session.connection).id(session.process).id(session.agent);
    out.id(session.results).id(session.running);
    out.bytes(session.user).bytes(session.host).bytes(session.sql.database());
    out.number(
        (session.isAutocommit ? AUTOCOMMIT : 0)
            | (session.sql.chains() ? CHAINS : 0)
            | (session.sql.defaultsToNontransactional() ? NONTRANSACTIONAL : 0));
    out.flag(session.hasLocks);
    out.number(session.connectedNanos).constant(session.transport);
    out.number(session.registeredAtQuery).flag(session.isFresh);
    SqlRules rules = session.sql.rules();
    out.flag(rules.isAnsiQuotes()).flag(rules.isBackslashPlain());
    out.bytes(Bytes.of(rules.charset().name()));
    out.number(session.temporary.size());
    session.temporary.forEach((name, table) -> out.name(name).id(table.object));
    out.flag(session.transaction != null);
    if (session.transaction != null) {
      write(session.transaction, out);
    }
  }

  private Session session(StateReader in) {
    Session session = sessions.session(in.number());
    session.process = in.id();
    session.agent = in.id();
    session.results = in.id();
    session.entry = session.process;
    session.running = in.id();
    session.user = in.bytes();
    session.host = in.bytes();
    session.sql.database(in.bytes());
    long modes = in.number();
    session.isAutocommit = (modes & AUTOCOMMIT) != 0;
    session.sql.chains((modes & CHAINS) != 0);
    session.sql.defaultsToNontransactional((modes & NONTRANSACTIONAL) != 0);
    session.hasLocks = in.flag();
    session.connectedNanos = in.number();
    session.transport = in.constant(ClientTransport.class);
    session.registeredAtQuery = in.number();
    session.isFresh = in.flag();
    rules(session.sql, in);
    for (int left = in.count(); left > 0; left--) {
      TableName name = in.name();
      session.temporary.put(name, new TableState(in.id()));
      sessions.registerTemporary(session, name);
    }
    session.transaction = in.flag() ? transaction(in) : null;
    return session;
  }

  private static void rules(SqlSession session, StateReader in) {
    String quotes = in.flag() ? "ANSI_QUOTES" : "";
    String backslash = in.flag() ? "NO_BACKSLASH_ESCAPES" : "";
    session.sqlMode(quotes + "," + backslash);
    session.charset(in.bytes().toString());
  }

  static void write(Transaction transaction, StateWriter out) {
    out.id(transaction.process).number(transaction.seconds);
    out.number(transaction.tables.size());
    for (TableWrites writes : transaction.tables.values()) {
      out.name(writes.name).id(writes.table.object);
      out.number(writes.count);
      for (int i = 0; i < writes.count; i++) {
        out.id(writes.writers[i]);
      }
    }
    out.number(transaction.savepoints.size());
    transaction.savepoints.forEach((name, counts) -> write(name, counts, out));
  }

  private static void write(Bytes name, Map<Long, Integer> counts, StateWriter out) {
    out.bytes(name).number(counts.size());
    counts.forEach((object, count) -> out.id(object).number(count));
  }

  Transaction transaction(StateReader in) {
    Transaction transaction = new Transaction(in.id());
    transaction.seconds = in.number();
    for (int left = in.count(); left > 0; left--) {
      TableName name = in.name();
      TableState table = tables.restore(name, in.id());
      TableWrites writes = new TableWrites(transaction.process, name, table, table.enterWriter());
      readWriters(writes, in);
      transaction.tables.put(writes.table.object, writes);
    }
    for (int left = in.count(); left > 0; left--) {
      Bytes name = in.bytes();
      Map<Long, Integer> counts = new LinkedHashMap<>();
      for (int tablesLeft = in.count(); tablesLeft > 0; tablesLeft--) {
        long object = in.id();
        counts.put(object, (int) in.number());
      }
      transaction.savepoints.put(name, counts);
    }
    transaction.keepApart();
    return transaction;
  }

  /**
   * Restores the writers of a table. A writer has one reference for each table that it wrote, and
   * another one while it runs.
   */
  private void readWriters(TableWrites writes, StateReader in) {
    int count = in.count();
    writes.writers = new long[Math.max(2, count)];
    for (int i = 0; i < count; i++) {
      long writer = in.id();
      writes.writers[i] = writer;
      held(writer);
    }
    writes.count = count;
  }
}
