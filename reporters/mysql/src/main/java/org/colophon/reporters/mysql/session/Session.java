package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.log.ClientWay;
import org.colophon.reporters.mysql.sql.SqlSession;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.VariableUse;

/** One connection as it is now. Belongs to one thread. */
final class Session {
  final long connection;
  private final Holds holds;

  Bytes user = Bytes.EMPTY;
  Bytes host = Bytes.EMPTY;

  /** False where the log has no users at all. */
  boolean isUserKnown = true;

  /** When the client came, 0 if that is not known, and how. */
  long cameNanos;

  ClientWay way = ClientWay.UNKNOWN;

  /** The highest number of a query when it was met, and whether it came then and ran none yet. */
  long metAtQuery;

  boolean isFresh;

  /** Of the records of all sessions, which was its last. */
  long lastUse;

  /** Process ids, 0 as long as nothing was recorded. */
  long process;

  long agent;

  /** The first of the connection's processes, by which its client is joined to it. */
  long entry;

  /** What stands for what the client receives. */
  long results;

  /** The statement that may still be running, 0 if none may. */
  long running;

  boolean isAutocommit = true;
  boolean hasLocks;

  /** What has ended and a binary log is to confirm. */
  final List<Waiting> waiting = new ArrayList<>(0);

  /** What is open, null if nothing is. */
  Transaction transaction;

  /** The XA transaction that is open, empty if none is. */
  Bytes xa = Bytes.EMPTY;

  final Map<TableName, TableState> temporary = new HashMap<>();

  /** What the meaning of its statements depends on; the current database is here. */
  final SqlSession sql;

  /** Which statement set each variable last. */
  final Map<Bytes, Long> variables = new HashMap<>();

  /** What an EXECUTE passes to the statement that is logged next. */
  List<VariableUse> passed = List.of();

  final OpenedTables opened = new OpenedTables();

  Session(long connection, SqlSession sql, Holds holds) {
    this.connection = connection;
    this.sql = sql;
    this.holds = holds;
  }

  void release(long statement) {
    holds.release(statement);
  }
}
