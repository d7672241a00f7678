package org.colophon.reporters.mysql.session;

import java.util.List;
import org.colophon.core.model.OperationKind;

/**
 * A statement that reads a table, and may see what takes effect later in the log. Where the log
 * tells when statements begin, it may as long as it runs: until the connection's next record. Where
 * the log tells when they end, a commit may be told after a statement that saw it; query ids, which
 * are given out at the beginning, say whether it could.
 */
final class Reading {
  private final Session session;
  private final long process;
  private final long queryId;
  private final List<Long> written;
  private boolean isClosed;

  /**
   * @param queryId 0 if the log tells when statements begin
   * @param written the objects to which the statement's writes have gone; grows until it is over
   */
  Reading(Session session, long process, long queryId, List<Long> written) {
    this.written = written;
    this.session = session;
    this.process = process;
    this.queryId = queryId;
  }

  Session session() {
    return session;
  }

  long process() {
    return process;
  }

  boolean mayGoOn() {
    return queryId != 0 ? !isClosed : session.running == process;
  }

  /** Tells that it may have seen what just took effect, and that what it wrote may hold it. */
  void tell(long object, Output output) {
    output.access(OperationKind.READ, process, object);
    for (long other : written) {
      if (other != object) {
        output.access(OperationKind.WRITE, process, other);
      }
    }
  }

  boolean isAfter(long otherQueryId) {
    return queryId == 0 || queryId > otherQueryId;
  }

  /** Ends the statement, unless it runs anyway or something else keeps it. */
  void close(Output output) {
    if (queryId != 0 && !isClosed) {
      isClosed = true;
      session.release(process);
    }
  }
}
