// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.SessionChange.Kind;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;

/** Scans USE, CALL, and prepared statements. */
final class SessionScan {
  private final Cursor cursor;
  private final StatementBuilder draft;

  SessionScan(Cursor cursor, StatementBuilder draft) {
    this.cursor = cursor;
    this.draft = draft;
  }

  void scan() {
    Term verb = cursor.term();
    cursor.advance();
    if (!cursor.term().isNameLike()) {
      draft.markNotUnderstood();
      draft.kind(StatementKind.UNKNOWN);
      return;
    }
    switch (verb) {
      case USE -> use();
      case CALL -> call();
      case PREPARE -> prepare();
      case EXECUTE -> execute();
      default -> {
        cursor.accept(Term.PREPARE);
        deallocate(cursor, draft);
      }
    }
  }

  static void deallocate(Cursor cursor, StatementBuilder draft) {
    draft.kind(StatementKind.DEALLOCATE);
    if (cursor.term().isNameLike()) {
      draft.change(Kind.DEALLOCATE, NameCase.fold(cursor.name()), Bytes.EMPTY);
    } else {
      draft.markNotUnderstood();
    }
  }

  private void use() {
    draft.kind(StatementKind.USE);
    draft.change(Kind.DATABASE, cursor.foldedName(), Bytes.EMPTY);
  }

  private void call() {
    draft.kind(StatementKind.CALL).transaction(TransactionEffect.UNKNOWN);
    TableName routine = cursor.tableName();
    draft.routine(routine);
    new TableScan(cursor, draft).query();
  }

  private void prepare() {
    draft.kind(StatementKind.PREPARE);
    Bytes name = NameCase.fold(cursor.name());
    cursor.accept(Term.FROM);
    Bytes text = cursor.term() == Term.STRING ? cursor.string() : Bytes.EMPTY;
    draft.subject(name).change(Kind.PREPARE, name, text);
  }

  private void execute() {
    draft.kind(StatementKind.EXECUTE).transaction(TransactionEffect.UNKNOWN);
    boolean isImmediate = cursor.term() == Term.IMMEDIATE && cursor.term(1) != Term.END_OF_TEXT;
    Bytes name = NameCase.fold(cursor.name());
    if (!isImmediate || cursor.term() == Term.USING) {
      draft.subject(name);
    } else if (cursor.term() == Term.STRING) {
      draft.change(Kind.PREPARE, Bytes.EMPTY, cursor.string());
    }
  }
}
