package org.colophon.reporters.mysql.log;

import org.colophon.core.model.Bytes;

/**
 * One thing that a log says. A parser has one and uses it again for every record: a handler copies
 * what it keeps. Belongs to one thread.
 */
public final class LogRecord {
  /** {@link #error} where the log does not tell. */
  public static final int UNKNOWN_OUTCOME = -1;

  /** {@link #queryId} where the log does not tell. */
  public static final long NO_QUERY_ID = 0;

  public RecordKind kind = RecordKind.OTHER;

  /** Where in the file the record begins. */
  public long offset;

  public long connection;
  public long queryId;

  /** Wall-clock nanoseconds since 1970, 0 if the log has not told any time yet. */
  public long timeNanos;

  /** The server's error code, 0 for success, {@link #UNKNOWN_OUTCOME} if the log says nothing. */
  public int error = UNKNOWN_OUTCOME;

  public Bytes user = Bytes.EMPTY;
  public Bytes host = Bytes.EMPTY;

  /** How a client that connects has come. */
  public ClientTransport way = ClientTransport.UNKNOWN;

  /** The session's database, or that of the table. */
  public Bytes database = Bytes.EMPTY;

  /** The table of a {@link RecordKind#TABLE} record. */
  public Bytes object = Bytes.EMPTY;

  public TableEvent event = TableEvent.READ;

  /** The statement is {@code text[from..to)}; valid while the handler runs. */
  public byte[] text = new byte[0];

  public int from;
  public int to;

  /** How many bytes the statement has in the log; more than are kept if it is very long. */
  public long fullLength;

  /** Whether the end of the statement was not kept. */
  public boolean isCut() {
    return fullLength > to - from;
  }

  /** Resets everything but the connection and the time. */
  public void clear() {
    kind = RecordKind.OTHER;
    queryId = NO_QUERY_ID;
    error = UNKNOWN_OUTCOME;
    user = Bytes.EMPTY;
    host = Bytes.EMPTY;
    way = ClientTransport.UNKNOWN;
    database = Bytes.EMPTY;
    object = Bytes.EMPTY;
    from = 0;
    to = 0;
    fullLength = 0;
  }
}
