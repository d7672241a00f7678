package org.colophon.reporters.mysql.session;

import java.util.List;
import org.colophon.core.model.OperationKind;

/**
 * A statement that reads a table, and may see what takes effect later in the log.
 *
 * @param written the objects to which the statement's writes have gone; grows until it is over
 */
record Reading(Session session, long process, List<Long> written) {
  /**
   * Whether it runs, where the log tells when statements begin: until its session's next record.
   */
  boolean isRunning() {
    return session.running == process;
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
}
