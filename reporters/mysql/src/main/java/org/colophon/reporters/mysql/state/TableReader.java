// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.output.UnitSink;

/**
 * Statement that reads a table, and may see changes that take effect later in the log.
 *
 * @param written objects that the statement has written so far
 */
public record TableReader(Session session, long process, List<Long> written) {
  /**
   * Returns whether the statement may still run, which is possible until the session's next record.
   * For logs that record the start of statements.
   */
  public boolean isRunning() {
    return session.running == process;
  }

  /**
   * Records that the statement may have seen a change, and that its own writes may depend on it.
   */
  public void recordChange(long object, UnitSink output) {
    output.access(OperationKind.READ, process, object);
    for (long other : written) {
      if (other != object) {
        output.access(OperationKind.WRITE, process, other);
      }
    }
  }
}
