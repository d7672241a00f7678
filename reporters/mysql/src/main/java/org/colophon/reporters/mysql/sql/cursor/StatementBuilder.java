// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.cursor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Access;
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

/** Builder for the scanned statement. */
public final class StatementBuilder {
  /** Effect of dynamic SQL. */
  private static final TableUse UNKNOWN = TableUse.of(TableName.of("?"), Access.UNKNOWN);

  private final Set<TableUse> tables = new LinkedHashSet<>();
  private final Set<TableUse> body = new LinkedHashSet<>();
  private final Set<VariableUse> variables = new LinkedHashSet<>();
  private final List<FileUse> files = new ArrayList<>();
  private final List<Rename> renames = new ArrayList<>();
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

  /** Marks the statement as committing the open transaction before it runs. */
  public StatementBuilder commits() {
    return transaction(TransactionEffect.IMPLICIT_COMMIT);
  }

  public StatementBuilder subject(Bytes newSubject) {
    subject = newSubject;
    return this;
  }

  /** Marks the statement as not completely understood. */
  public void markNotUnderstood() {
    isUnderstood = false;
  }

  /** Adds a table. If the name is missing, the statement counts as not understood. */
  public void use(TableName name, Access access) {
    use(name, access, true);
  }

  public void use(TableName name, Access access, boolean isCertain) {
    if (name.isNone()) {
      markNotUnderstood();
    } else {
      tables.add(new TableUse(name, access, TableName.NONE, false, isCertain));
    }
  }

  /** Adds a sequence from which the statement fetches a number. */
  public void sequence(TableName name) {
    use(name, Access.UPDATE);
    use(name, Access.READ);
  }

  /** Adds a temporary table of the session. */
  public void useTemporary(TableName name, Access access) {
    if (name.isNone()) {
      markNotUnderstood();
    } else {
      tables.add(new TableUse(name, access, TableName.NONE, true, true));
    }
  }

  public void variable(Bytes name, boolean isWrite) {
    variables.add(new VariableUse(name, isWrite));
  }

  public void file(Bytes path, FileAccess access) {
    files.add(new FileUse(path, access));
  }

  public void rename(TableName from, TableName to, boolean isOptional) {
    if (from.isNone() || to.isNone()) {
      markNotUnderstood();
    } else {
      renames.add(Rename.of(from, to, isOptional));
    }
  }

  public void change(SessionChange.Kind changed, Bytes name, Bytes value) {
    changes.add(new SessionChange(changed, name, value));
  }

  /** Sets the called or defined routine. */
  public void routine(TableName name) {
    if (name.isNone()) {
      markNotUnderstood();
    }
    routine = new TableName(name.database(), NameCase.fold(name.table()));
  }

  /** Adds all properties of a statement that this statement wraps, as EXPLAIN does. */
  public void take(StatementBuilder other) {
    include(other);
    body.addAll(other.body);
    kind = other.kind;
    transaction = other.transaction;
    subject = other.subject;
    routine = other.routine;
  }

  /** Sets the effect of the defined view or routine. */
  public void body(StatementBuilder other) {
    Set<TableName> own = new HashSet<>();
    other.tables.stream().filter(TableUse::isTemporary).forEach(use -> own.add(use.name()));
    // Includes the final state of the routine's temporary tables, since later statements may use
    // them.
    for (TableUse use : other.tables) {
      boolean isOfTemporary = use.isTemporary() || use.access() == Access.DROP;
      if (use.access() == Access.CALL || !own.contains(use.name())) {
        body.add(use);
      } else if (isOfTemporary) {
        body.add(new TableUse(use.name(), use.access(), use.via(), true, use.isCertain()));
      }
    }
    if (!other.isUnderstood || !other.files.isEmpty()) {
      body.add(UNKNOWN);
    }
    if (!other.variables.isEmpty()) {
      body.add(TableUse.of(TableName.of("@"), Access.VARIABLES));
    }
    isUnderstood &= other.isUnderstood;
  }

  /** Adds the effect of a statement that this statement runs. */
  public void run(StatementBuilder other) {
    // The last use decides whether a table exists at the end.
    other.tables.stream().filter(StatementBuilder::isOfExistence).forEach(tables::remove);
    include(other);
    if (other.kind == StatementKind.EXECUTE) {
      tables.add(UNKNOWN);
    }
    if (other.kind == StatementKind.CALL && !other.routine.isNone()) {
      tables.remove(TableUse.of(other.routine, Access.CALL));
      use(other.routine, Access.CALL);
    }
  }

  private static boolean isOfExistence(TableUse use) {
    return use.isTemporary() || use.access() == Access.DROP;
  }

  /** Adds the effect of another statement. */
  public void include(StatementBuilder other) {
    tables.addAll(other.tables);
    files.addAll(other.files);
    renames.addAll(other.renames);
    changes.addAll(other.changes);
    isUnderstood &= other.isUnderstood;
  }

  /** Adds the tables of another statement, of which only the definitions are used. */
  public void addSchemaUses(StatementBuilder other) {
    other.tables.forEach(use -> use(use.name(), Access.SCHEMA));
    isUnderstood &= other.isUnderstood;
  }

  public Statement toStatement() {
    return new Statement(
        kind,
        List.copyOf(tables),
        List.copyOf(body),
        List.copyOf(variables),
        files,
        renames,
        transaction,
        changes,
        subject,
        routine,
        isUnderstood);
  }
}
