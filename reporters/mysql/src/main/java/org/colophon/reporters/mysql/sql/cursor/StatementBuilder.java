package org.colophon.reporters.mysql.sql.cursor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.ColumnChange;
import org.colophon.reporters.mysql.sql.model.FileAccess;
import org.colophon.reporters.mysql.sql.model.FileUse;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.SessionChange;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;
import org.colophon.reporters.mysql.sql.model.VariableUse;

/** A statement while it is being understood. */
public final class StatementBuilder {
  private final Set<TableUse> tables = new LinkedHashSet<>();
  private final Set<TableUse> body = new LinkedHashSet<>();
  private final List<Bytes> columns = new ArrayList<>();
  private final Set<VariableUse> variables = new LinkedHashSet<>();
  private final List<FileUse> files = new ArrayList<>();
  private final List<Rename> renames = new ArrayList<>();
  private final List<ColumnChange> columnChanges = new ArrayList<>();
  private final List<SessionChange> changes = new ArrayList<>();
  private StatementKind kind = StatementKind.UNKNOWN;
  private TransactionEffect transaction = TransactionEffect.NONE;
  private Bytes subject = Bytes.EMPTY;
  private TableName routine = TableName.NONE;
  private boolean isUnderstood = true;

  public StatementBuilder kind(StatementKind newKind) {
    kind = newKind;
    return this;
  }

  public StatementKind kind() {
    return kind;
  }

  public StatementBuilder transaction(TransactionEffect effect) {
    transaction = effect;
    return this;
  }

  /** The statement commits what was open before it. */
  public StatementBuilder commits() {
    return transaction(TransactionEffect.IMPLICIT_COMMIT);
  }

  public StatementBuilder subject(Bytes newSubject) {
    subject = newSubject;
    return this;
  }

  /** Something was met that could not be placed. */
  public void doubt() {
    isUnderstood = false;
  }

  /** A table; a missing name is a doubt. */
  public void use(TableName name, Access access) {
    use(name, access, true);
  }

  public void use(TableName name, Access access, boolean isCertain) {
    if (name.isNone()) {
      doubt();
    } else {
      tables.add(new TableUse(name, access, TableName.NONE, false, isCertain));
    }
  }

  /** A sequence gives a number: a table that counts. */
  public void sequence(TableName name) {
    use(name, Access.UPDATE);
    use(name, Access.READ);
  }

  /** A temporary table of the session. */
  public void useTemporary(TableName name, Access access) {
    if (name.isNone()) {
      doubt();
    } else {
      tables.add(new TableUse(name, access, TableName.NONE, true, true));
    }
  }

  public void column(Bytes name) {
    columns.add(name);
  }

  public void variable(Bytes name, boolean isWrite) {
    variables.add(new VariableUse(name, isWrite));
  }

  public void file(Bytes path, FileAccess access) {
    files.add(new FileUse(path, access));
  }

  public void rename(TableName from, TableName to, boolean isOptional) {
    if (from.isNone() || to.isNone()) {
      doubt();
    } else {
      renames.add(Rename.of(from, to, isOptional));
    }
  }

  public void change(ColumnChange change) {
    columnChanges.add(change);
  }

  public void change(SessionChange.Kind changed, Bytes name, Bytes value) {
    changes.add(new SessionChange(changed, name, value));
  }

  /** The routine that is called or defined, as {@code name} or {@code database.name}. */
  public void routine(TableName name) {
    if (name.isNone()) {
      doubt();
    }
    routine = new TableName(name.database(), NameCase.fold(name.table()));
  }

  /** Becomes another statement, which this one only wraps. */
  public void take(StatementBuilder other) {
    include(other);
    body.addAll(other.body);
    columns.addAll(other.columns);
    kind = other.kind;
    transaction = other.transaction;
    subject = other.subject;
    routine = other.routine;
  }

  /** What another draft does is what this one's view or routine does when it is used. */
  public void body(StatementBuilder other) {
    Set<TableName> own = new HashSet<>();
    other.tables.stream().filter(TableUse::isTemporary).forEach(use -> own.add(use.name()));
    // Of temporary tables of a routine's own is kept what becomes of them: others see them, too.
    for (TableUse use : other.tables) {
      boolean isOfTemporary = use.isTemporary() || use.access() == Access.DROP;
      if (use.access() == Access.CALL || !own.contains(use.name())) {
        body.add(use);
      } else if (isOfTemporary) {
        body.add(new TableUse(use.name(), use.access(), use.via(), true, use.isCertain()));
      }
    }
    isUnderstood &= other.isUnderstood;
  }

  /** Another draft is a statement of this one. */
  public void run(StatementBuilder other) {
    // What comes last decides whether a table is there in the end.
    other.tables.stream().filter(StatementBuilder::isOfExistence).forEach(tables::remove);
    include(other);
    if (other.kind == StatementKind.CALL && !other.routine.isNone()) {
      tables.remove(TableUse.of(other.routine, Access.CALL));
      use(other.routine, Access.CALL);
    }
  }

  private static boolean isOfExistence(TableUse use) {
    return use.isTemporary() || use.access() == Access.DROP;
  }

  /** What another draft does, this one does as well. */
  public void include(StatementBuilder other) {
    tables.addAll(other.tables);
    files.addAll(other.files);
    renames.addAll(other.renames);
    columnChanges.addAll(other.columnChanges);
    changes.addAll(other.changes);
    isUnderstood &= other.isUnderstood;
  }

  /** The tables of another draft are looked at, no more. */
  public void look(StatementBuilder other) {
    other.tables.forEach(use -> use(use.name(), Access.SCHEMA));
    isUnderstood &= other.isUnderstood;
  }

  public Statement toStatement() {
    return new Statement(
        kind,
        List.copyOf(tables),
        List.copyOf(body),
        columns,
        List.copyOf(variables),
        files,
        renames,
        columnChanges,
        transaction,
        changes,
        subject,
        routine,
        isUnderstood);
  }
}
