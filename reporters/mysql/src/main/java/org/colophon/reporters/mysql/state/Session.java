package org.colophon.reporters.mysql.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.log.ClientTransport;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.sql.SqlSession;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.VariableUse;

/** One connection as it is now. Belongs to one thread. */
public final class Session {
  public final long connection;
  private final StatementRefCounts holds;

  public Bytes user = Bytes.EMPTY;
  public Bytes host = Bytes.EMPTY;

  /** False where the log has no users at all. */
  public boolean isUserKnown = true;

  /** When the client came, 0 if that is not known, and how. */
  public long cameNanos;

  public ClientTransport way = ClientTransport.UNKNOWN;

  /** The highest number of a query when it was met, and whether it came then and ran none yet. */
  public long metAtQuery;

  public boolean isFresh;

  /** Of the records of all sessions, which was its last. */
  public long lastUse;

  /** Process ids, 0 as long as nothing was recorded. */
  public long process;

  public long agent;

  /** The first of the connection's processes, by which its client is joined to it. */
  public long entry;

  /** What stands for what the client receives. */
  public long results;

  /** The statement that may still be running, 0 if none may. */
  public long running;

  public boolean isAutocommit = true;
  public boolean hasLocks;

  /** What has ended and a binary log is to confirm. */
  public final List<PendingChange> waiting = new ArrayList<>(0);

  /** What is open, null if nothing is. */
  public Transaction transaction;

  /** The XA transaction that is open, empty if none is. */
  public Bytes xa = Bytes.EMPTY;

  public final Map<TableName, TableState> temporary = new HashMap<>();

  /** What the meaning of its statements depends on; the current database is here. */
  public final SqlSession sql;

  /** Which statement set each variable last. */
  public final Map<Bytes, Long> variables = new HashMap<>();

  /** What an EXECUTE passes to the statement that is logged next. */
  public List<VariableUse> passed = List.of();

  public final OpenedTables opened = new OpenedTables();

  public Session(long connection, SqlSession sql, StatementRefCounts holds) {
    this.connection = connection;
    this.sql = sql;
    this.holds = holds;
  }

  public void release(long statement) {
    holds.release(statement);
  }
}
