// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.output;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.SqlMarks;

/** Writes extended records about the outcome of statements. */
public final class StatementOutcomes {
  /** Type of a record for a process and an object: the log does not contain the outcome. */
  public static final String ATTEMPTED = "sql/attempted";

  /**
   * Type of a record for a process and an object, or for a transaction: the place of the commit in
   * the binary log.
   */
  public static final String COMMITTED = "sql/committed";

  private static final Bytes NOT_TOLD = Bytes.of("the log does not tell whether it succeeded");
  private static final Bytes NOT_LOGGED =
      Bytes.of("not in the binary log: it failed, was rolled back or changed nothing");
  private static final Bytes ROLLED_BACK = Bytes.of("rolled back");

  private StatementOutcomes() {}

  /** Records a statement's only write to a table. */
  public static void write(long process, long object, boolean isCertain, UnitSink output) {
    output.access(OperationKind.WRITE, process, object);
    if (!isCertain) {
      output.extend(process, object, ATTEMPTED, NOT_TOLD);
    }
  }

  public static void rolledBack(long process, UnitSink output) {
    output.extend(process, 0, SqlMarks.OUTCOME, ROLLED_BACK);
  }

  /** Records that the binary log does not contain the statement. */
  public static void notLogged(long process, UnitSink output) {
    output.extend(process, 0, SqlMarks.OUTCOME, NOT_LOGGED);
  }

  public static void failed(long process, int error, UnitSink output) {
    output.extend(process, 0, SqlMarks.OUTCOME, Bytes.of("failed with error " + error));
  }
}
