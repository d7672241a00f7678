package org.colophon.reporters.mysql.state;

import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.output.UnitSink;

/**
 * A statement that reads a table, and may see what takes effect later in the log.
 *
 * @param written the objects to which the statement's writes have gone; grows until it is over
 */
public record TableReader(Session session, long process, List<Long> written) {
  /**
   * Whether it runs, where the log tells when statements begin: until its session's next record.
   */
  public boolean isRunning() {
    return session.running == process;
  }

  /** Tells that it may have seen what just took effect, and that what it wrote may hold it. */
  public void tell(long object, UnitSink output) {
    output.access(OperationKind.READ, process, object);
    for (long other : written) {
      if (other != object) {
        output.access(OperationKind.WRITE, process, other);
      }
    }
  }
}
