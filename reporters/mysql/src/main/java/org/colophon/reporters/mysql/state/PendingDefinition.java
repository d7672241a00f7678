package org.colophon.reporters.mysql.state;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;

/**
 * Definition that takes effect when the binary log has it.
 *
 * @param name template or text, from which the statement can be restored
 */
public record PendingDefinition(
    long process,
    List<ResolvedTableUse> touches,
    Statement statement,
    LogOutcome outcome,
    Bytes name) {
  /** Returns whether it affects tables. */
  public boolean hasEffect() {
    return touches.stream().anyMatch(touch -> touch.access().isWrite())
        || !statement.renames().isEmpty()
        || statement.kind() == StatementKind.DROP_DATABASE;
  }
}
