// SPDX-License-Identifier: Apache-2.0
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
import org.jspecify.annotations.Nullable;

/** Current state of one connection. One thread. */
public final class Session {
  public final long connection;
  private final StatementRefCounts refCounts;

  public Bytes user = Bytes.EMPTY;
  public Bytes host = Bytes.EMPTY;

  /** False if the log does not contain users. */
  public boolean isUserKnown = true;

  /** Time and transport of the client's connect. The time is 0 if it is not known. */
  public long connectedNanos;

  public ClientTransport transport = ClientTransport.UNKNOWN;

  /**
   * Highest query id when the session was registered. {@link #isFresh} is true until its first
   * query.
   */
  public long registeredAtQuery;

  public boolean isFresh;

  /** Number of the session's last record, counted over all sessions. */
  public long lastUse;

  /** Ids of the process and the agent, 0 before they are declared. */
  public long process;

  public long agent;

  /** First process of the connection, which has the identity that tracers of the client use. */
  public long entry;

  /** Process that represents the results sent to the client. */
  public long results;

  /** Process of the statement that may still be running; 0 if none. */
  public long running;

  public boolean isAutocommit = true;
  public boolean hasLocks;

  /** Completed changes that wait for a binary log. */
  public final List<PendingChange> waiting = new ArrayList<>(0);

  /** The open transaction, or null. */
  public @Nullable Transaction transaction;

  public final Map<TableName, TableState> temporary = new HashMap<>();

  /** State that determines the meaning of statements, such as the current database. */
  public final SqlSession sql;

  /** Process of the last statement that set each variable. */
  public final Map<Bytes, Long> variables = new HashMap<>();

  /**
   * Query id of the first statement that set a local variable of the running routine; 0 if none.
   */
  public long localsSince;

  /** Variables that an EXECUTE passes to the next statement. */
  public List<VariableUse> passed = List.of();

  public final OpenedTables opened = new OpenedTables();

  public Session(long connection, SqlSession sql, StatementRefCounts refCounts) {
    this.connection = connection;
    this.sql = sql;
    this.refCounts = refCounts;
  }

  public void release(long statement) {
    refCounts.release(statement);
  }
}
