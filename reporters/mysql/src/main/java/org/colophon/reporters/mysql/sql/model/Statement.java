// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;

/**
 * Effect of one successful statement, without its text. Statements with the same template share an
 * instance.
 *
 * @param tables combinations of table and access, each once, in the order of the text.
 * @param body effect that a created view or routine has when it is used or called.
 * @param variables session variables that the statement reads and sets.
 * @param renames renames in their order.
 * @param subject prepared statement, savepoint, created or dropped database, storage engine of a
 *     created or altered table in lower case, or kind of a created or dropped routine such as
 *     FUNCTION. Otherwise empty.
 * @param routine called, created or dropped routine.
 * @param isUnderstood false after a syntax error, for an unknown kind, or if the text ends inside a
 *     quote or exceeds a limit. The effect is then a lower bound.
 */
public record Statement(
    StatementKind kind,
    List<TableUse> tables,
    List<TableUse> body,
    List<VariableUse> variables,
    List<FileUse> files,
    List<Rename> renames,
    TransactionEffect transaction,
    List<SessionChange> changes,
    Bytes subject,
    TableName routine,
    boolean isUnderstood) {

  public Statement {
    tables = List.copyOf(tables);
    body = List.copyOf(body);
    variables = List.copyOf(variables);
    files = List.copyOf(files);
    renames = List.copyOf(renames);
    changes = List.copyOf(changes);
  }

  public static Statement of(StatementKind kind, boolean isUnderstood) {
    return new Statement(
        kind,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        TransactionEffect.NONE,
        List.of(),
        Bytes.EMPTY,
        TableName.NONE,
        isUnderstood);
  }

  /** Returns the effect of this statement if another statement runs it. */
  public Statement in(Statement other) {
    List<VariableUse> all = new ArrayList<>(other.variables);
    all.addAll(variables);
    return new Statement(
        other.kind,
        tables,
        body,
        all,
        files,
        renames,
        transaction,
        changes,
        other.subject,
        routine,
        isUnderstood);
  }

  /** Returns the text of the prepared statement, or empty. */
  public Optional<Bytes> prepared() {
    Optional<Bytes> text = Optional.empty();
    for (SessionChange change : changes) {
      text = change.kind() == SessionChange.Kind.PREPARE ? Optional.of(change.value()) : text;
    }
    return text;
  }

  /** Returns the tables whose rows the statement reads. */
  public List<TableName> reads() {
    return names(use -> use.access().isRead());
  }

  /** Returns the tables that the statement changes. */
  public List<TableName> writes() {
    return names(use -> use.access().isWrite());
  }

  private List<TableName> names(Predicate<TableUse> wanted) {
    return tables.stream().filter(wanted).map(TableUse::name).distinct().toList();
  }
}
