package org.colophon.reporters.mysql.state;

import java.util.List;
import org.colophon.core.model.LinkKind;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.VariableUse;

/**
 * Data flow through session variables. A reader depends on the last statement that set the
 * variable, independent of transactions.
 */
public final class VariableFlow {
  private static final int MAX_VARIABLES = 1_000;

  private VariableFlow() {}

  public static void read(Session session, long process, Statement statement, UnitSink output) {
    read(session, process, statement.variables(), output);
    read(session, process, session.passed, output);
    session.passed = List.of();
  }

  private static void read(Session session, long process, List<VariableUse> uses, UnitSink output) {
    for (VariableUse use : uses) {
      Long writer = use.isWrite() ? null : session.variables.get(use.name());
      if (writer != null) {
        output.link(LinkKind.INFORM, process, writer);
      }
    }
  }

  public static void write(Session session, long process, Statement statement) {
    for (VariableUse use : statement.variables()) {
      boolean hasRoom = session.variables.size() < MAX_VARIABLES;
      if (use.isWrite() && (hasRoom || session.variables.containsKey(use.name()))) {
        session.variables.put(use.name(), process);
      }
    }
  }
}
