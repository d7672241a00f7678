package org.colophon.reporters.mysql.state;

import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.output.UnitSink;

/**
 * Statement that reads a table, and may see what takes effect later in the log.
 *
 * @param written objects that the statement has written so far
 */
public record TableReader(Session session, long process, List<Long> written) {
  /**
   * Returns whether it runs, up to the session's next record. For logs with the start of
   * statements.
   */
  public boolean isRunning() {
    return session.running == process;
  }

  /** Records that it may have seen a change, and that its writes may hold it. */
  public void recordChange(long object, UnitSink output) {
    output.access(OperationKind.READ, process, object);
    for (long other : written) {
      if (other != object) {
        output.access(OperationKind.WRITE, process, other);
      }
    }
  }
}
