// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.List;
import org.colophon.core.model.LinkKind;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.VariableUse;

/**
 * Data flow through variables. A reader of a session variable depends on the last statement that
 * set the variable, independent of transactions.
 *
 * <p>Local variables and parameters of routines count as one variable, because the log does not
 * show which routine a name belongs to. Parameters may have the values of session variables, so a
 * statement that uses local variables depends on these, too. A routine without own records may set
 * any session variable. A writer is also a reader, so that no earlier value is lost.
 *
 * <p>With query ids, a routine has ended when a statement ends that began before the first writer.
 */
public final class VariableFlow {
  private static final int MAX_VARIABLES = 1_000;

  private VariableFlow() {}

  /**
   * Links a statement to the writers of the variables that it reads.
   *
   * @param queryId id of the statement, 0 if the log has none
   * @param usesLocals whether the statement uses local variables of a routine
   */
  public static void read(
      Session session,
      long process,
      Statement statement,
      long queryId,
      boolean usesLocals,
      UnitSink output) {
    if (usesLocals) {
      readAll(session, process, output);
    } else if (endsRoutine(session, queryId)) {
      read(session, process, new VariableUse(VariableUse.LOCALS, false), output);
    }
    statement.variables().forEach(use -> read(session, process, use, output));
    session.passed.forEach(use -> read(session, process, use, output));
    session.passed = List.of();
  }

  private static void readAll(Session session, long process, UnitSink output) {
    session.variables.values().stream()
        .distinct()
        .forEach(writer -> output.link(LinkKind.INFORM, process, writer));
  }

  private static void read(Session session, long process, VariableUse use, UnitSink output) {
    Long any = session.variables.get(VariableUse.LOCALS);
    Long writer = use.isWrite() ? null : session.variables.getOrDefault(use.name(), any);
    if (writer != null) {
      output.link(LinkKind.INFORM, process, writer);
    }
  }

  /** Registers a statement as the last writer of variables. */
  public static void write(Session session, long process, Statement statement, long queryId) {
    for (VariableUse use : statement.variables()) {
      if (use.isWrite() && use.name().equals(VariableUse.LOCALS)) {
        writeLocals(session, process, queryId);
      } else if (use.isWrite() && hasRoom(session, use)) {
        session.variables.put(use.name(), process);
      }
    }
  }

  private static boolean hasRoom(Session session, VariableUse use) {
    return session.variables.size() < MAX_VARIABLES || session.variables.containsKey(use.name());
  }

  /** Registers a statement as the last writer of local variables. */
  public static void writeLocals(Session session, long process, long queryId) {
    boolean isFirst = session.variables.put(VariableUse.LOCALS, process) == null;
    session.localsSince = isFirst ? queryId : Math.min(session.localsSince, queryId);
  }

  /** Removes the local variables if their routine ended with the statement. */
  public static void end(Session session, long queryId) {
    if (endsRoutine(session, queryId)) {
      session.variables.remove(VariableUse.LOCALS);
      session.localsSince = 0;
    }
  }

  private static boolean endsRoutine(Session session, long queryId) {
    return queryId < session.localsSince;
  }
}
