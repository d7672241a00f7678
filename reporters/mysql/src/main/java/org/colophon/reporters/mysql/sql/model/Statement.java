package org.colophon.reporters.mysql.sql.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;

/**
 * What one statement does if it succeeds. Holds none of the text: the statements of one template
 * are one object, so that a reporter may remember by identity what it made of it.
 *
 * @param tables each table and way of touching it once, in the order of the text
 * @param body of a view or routine that is created: what it does when it is used or called
 * @param columns of a table that is created: the columns that the text defines, in lower case; an
 *     empty name behind those that are invisible
 * @param variables of the session that it reads and sets
 * @param renames in the order in which they happen
 * @param columnChanges what becomes of the columns of a table that is altered, in that order
 * @param subject what the statement is about, where that is no table: the prepared statement,
 *     savepoint or XA transaction, the database created or dropped, what a routine that is created
 *     or dropped is: FUNCTION, TRIGGER; else empty
 * @param routine the routine that is called, created or dropped
 * @param isUnderstood false if the scan met what it could not place: a syntax error, a statement of
 *     an unknown kind, a text that ends inside a quote or is longer than the scan goes. What is
 *     said is then a lower bound
 */
public record Statement(
    StatementKind kind,
    List<TableUse> tables,
    List<TableUse> body,
    List<Bytes> columns,
    List<VariableUse> variables,
    List<FileUse> files,
    List<Rename> renames,
    List<ColumnChange> columnChanges,
    TransactionEffect transaction,
    List<SessionChange> changes,
    Bytes subject,
    TableName routine,
    boolean isUnderstood) {

  public Statement {
    tables = List.copyOf(tables);
    body = List.copyOf(body);
    columns = List.copyOf(columns);
    variables = List.copyOf(variables);
    files = List.copyOf(files);
    renames = List.copyOf(renames);
    columnChanges = List.copyOf(columnChanges);
    changes = List.copyOf(changes);
  }

  /** A statement of which nothing but its kind is known. */
  public static Statement of(StatementKind kind, boolean isUnderstood) {
    return new Statement(
        kind,
        List.of(),
        List.of(),
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

  /** The same effects as those of another statement that makes this one run. */
  public Statement in(Statement other) {
    List<VariableUse> all = new ArrayList<>(other.variables);
    all.addAll(variables);
    return new Statement(
        other.kind,
        tables,
        body,
        columns,
        all,
        files,
        renames,
        columnChanges,
        transaction,
        changes,
        other.subject,
        routine,
        isUnderstood);
  }

  /** The text that it prepares; empty if it prepares none. */
  public Optional<Bytes> prepared() {
    Optional<Bytes> text = Optional.empty();
    for (SessionChange change : changes) {
      text = change.kind() == SessionChange.Kind.PREPARE ? Optional.of(change.value()) : text;
    }
    return text;
  }

  /** The tables whose rows the statement reads. */
  public List<TableName> reads() {
    return names(use -> use.access().isRead());
  }

  /** The tables that the statement changes. */
  public List<TableName> writes() {
    return names(use -> use.access().isWrite());
  }

  private List<TableName> names(Predicate<TableUse> wanted) {
    return tables.stream().filter(wanted).map(TableUse::name).distinct().toList();
  }
}
