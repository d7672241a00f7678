// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import java.util.EnumSet;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.SessionChange.Kind;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;

/** Scans a SET for session variables that affect the analysis of statements. */
final class SetScan {
  private static final Set<Term> COMMAS = EnumSet.of(Term.COMMA);
  private static final Set<Term> FOR = EnumSet.of(Term.FOR);

  private final Cursor cursor;
  private final StatementBuilder draft;
  private boolean isGlobal;

  SetScan(Cursor cursor, StatementBuilder draft) {
    this.cursor = cursor;
    this.draft = draft;
  }

  void scan() {
    draft.kind(StatementKind.SET);
    cursor.advance();
    switch (cursor.term()) {
      case PASSWORD, DEFAULT -> draft.kind(StatementKind.ACCOUNT).commits();
      case ROLE -> draft.kind(StatementKind.ACCOUNT);
      case STATEMENT -> statement();
      case TRANSACTION -> {}
      default -> assignments();
    }
  }

  /** Scans SET STATEMENT variable = value FOR statement. */
  private void statement() {
    if (!cursor.seek(FOR)) {
      draft.markNotUnderstood();
      return;
    }
    cursor.advance();
    StatementBuilder inner = StatementScan.scan(cursor.over(cursor.at(), cursor.end()));
    draft.take(inner);
  }

  private void assignments() {
    int first = cursor.at();
    do {
      assignment();
      cursor.seek(COMMAS);
    } while (cursor.accept(Term.COMMA));
    cursor.moveTo(first);
    new TableScan(cursor, draft).query();
  }

  private void assignment() {
    switch (cursor.term()) {
      case GLOBAL -> scope(true);
      case SESSION, LOCAL -> scope(false);
      default -> {}
    }
    switch (cursor.term()) {
      case NAMES, CHARSET -> charset(1);
      case CHARACTER -> charset(2);
      case TRANSACTION -> {}
      case END_OF_TEXT -> draft.markNotUnderstood();
      default -> variable();
    }
  }

  private void scope(boolean global) {
    isGlobal = global;
    cursor.advance();
  }

  private void charset(int words) {
    cursor.moveTo(cursor.at() + words);
    // A collation may follow.
    draft.change(Kind.CLIENT_CHARSET, Bytes.EMPTY, cursor.raw());
  }

  private void variable() {
    boolean isAt = cursor.term() == Term.VARIABLE;
    String name = NameCase.fold(cursor.raw()).toString();
    Bytes variable = isAt ? cursor.variable() : Bytes.EMPTY;
    skipName();
    if (cursor.term() != Term.EQUALS) {
      // This is not an assignment. The text may be an invalid statement.
      draft.markNotUnderstood();
      return;
    }
    cursor.advance();
    boolean isServers = name.startsWith("@@global.") || name.startsWith("@@persist");
    if (isAt && !name.startsWith("@@")) {
      draft.change(Kind.VARIABLE, variable, expression());
    } else if (!isServers && (!isGlobal || isAt)) {
      setting(name);
    }
  }

  private void setting(String name) {
    switch (name.substring(name.lastIndexOf('.') + 1).replace("@@", "")) {
      case "autocommit" -> autocommit();
      case "sql_mode" -> change(Kind.SQL_MODE);
      case "character_set_client" -> change(Kind.CLIENT_CHARSET);
      case "completion_type" -> change(Kind.COMPLETION_TYPE);
      case "default_storage_engine", "storage_engine" -> change(Kind.DEFAULT_ENGINE);
      default -> {}
    }
  }

  /** Skips the name, its qualifiers and the colon of an assignment. */
  private void skipName() {
    cursor.advance();
    while (cursor.accept(Term.DOT)) {
      cursor.advance();
    }
    cursor.accept(Term.SYMBOL);
  }

  private void autocommit() {
    String value = NameCase.fold(value()).toString();
    switch (value) {
      case "0", "off", "false" -> draft.transaction(TransactionEffect.AUTOCOMMIT_OFF);
      case "1", "on", "true", "default" -> draft.transaction(TransactionEffect.AUTOCOMMIT_ON);
      default -> draft.transaction(TransactionEffect.UNKNOWN);
    }
  }

  private void change(Kind kind) {
    draft.change(kind, Bytes.EMPTY, expression());
  }

  private Bytes expression() {
    int first = cursor.at();
    cursor.seek(COMMAS);
    return cursor.raw(first, cursor.at());
  }

  /** Returns a literal or word; empty for other expressions. */
  private Bytes value() {
    return switch (cursor.term()) {
      case STRING -> cursor.string();
      case VARIABLE, OPENING, END_OF_TEXT -> Bytes.EMPTY;
      default -> {
        Bytes word = cursor.raw();
        cursor.advance();
        yield cursor.term() == Term.OPENING ? Bytes.EMPTY : word;
      }
    };
  }
}
