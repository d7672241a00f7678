// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import org.colophon.core.model.Bytes;

/**
 * One record of a log. A parser reuses one instance, so a handler must copy the values that it uses
 * later. One thread.
 */
public final class LogRecord {
  /** Value of {@link #error} if it is not logged. */
  public static final int UNKNOWN_OUTCOME = -1;

  /** Value of {@link #queryId} if it is not logged. */
  public static final long NO_QUERY_ID = 0;

  public RecordKind kind = RecordKind.OTHER;

  /** Offset of the record in the file. */
  public long offset;

  public long connection;
  public long queryId;

  /** Wall-clock time in nanoseconds since 1970; 0 before the first time in the log. */
  public long timeNanos;

  /** Error code of the server, 0 for success, {@link #UNKNOWN_OUTCOME} if it is not logged. */
  public int error = UNKNOWN_OUTCOME;

  public Bytes user = Bytes.EMPTY;
  public Bytes host = Bytes.EMPTY;

  public ClientTransport transport = ClientTransport.UNKNOWN;

  /** Database of the session, or of the table. */
  public Bytes database = Bytes.EMPTY;

  /** Table of a {@link RecordKind#TABLE} record. */
  public Bytes object = Bytes.EMPTY;

  public TableEvent event = TableEvent.READ;

  /** The statement is {@code text[from..to)}; valid while the handler runs. */
  public byte[] text = new byte[0];

  public int from;
  public int to;

  /** Size of the statement in the log. Of a very long statement, {@link #text} has only a part. */
  public long fullLength;

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
    transport = ClientTransport.UNKNOWN;
    database = Bytes.EMPTY;
    object = Bytes.EMPTY;
    from = 0;
    to = 0;
    fullLength = 0;
  }
}
