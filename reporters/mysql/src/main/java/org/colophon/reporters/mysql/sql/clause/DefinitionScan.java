// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import java.util.EnumSet;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.cursor.AlterScan;
import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.cursor.VariableScan;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;

/** Scans CREATE, ALTER, DROP, RENAME and TRUNCATE. */
final class DefinitionScan {
  // Kinds of objects that a statement can define. Words before the kind are skipped, except
  // TEMPORARY.
  private static final Set<Term> THINGS =
      EnumSet.of(
          Term.TABLE,
          Term.TABLES,
          Term.VIEW,
          Term.DATABASE,
          Term.SCHEMA,
          Term.PROCEDURE,
          Term.FUNCTION,
          Term.TRIGGER,
          Term.EVENT,
          Term.PACKAGE,
          Term.INDEX,
          Term.USER,
          Term.ROLE,
          Term.SERVER,
          Term.SEQUENCE,
          Term.TABLESPACE,
          Term.LOGFILE,
          Term.PREPARE,
          Term.RESOURCE,
          Term.INSTANCE);

  private static final Set<Term> LIST_ENDS = EnumSet.of(Term.COMMA);
  private static final Set<Term> BODY_WORDS = EnumSet.of(Term.ROW, Term.DO);
  private static final Set<Term> ON = EnumSet.of(Term.ON);
  private static final Set<Term> TO = EnumSet.of(Term.TO, Term.COMMA);

  private final Cursor cursor;
  private final StatementBuilder draft;
  private boolean isTemporary;

  DefinitionScan(Cursor cursor, StatementBuilder draft) {
    this.cursor = cursor;
    this.draft = draft;
  }

  void scan() {
    Term verb = cursor.term();
    draft.kind(StatementKind.DEFINITION).commits();
    cursor.advance();
    if (verb == Term.TRUNCATE) {
      truncate();
      return;
    }
    Term thing = definedKind();
    cursor.advance();
    switch (verb) {
      case CREATE -> create(thing);
      case ALTER -> alter(thing);
      case DROP -> drop(thing);
      default -> rename(thing);
    }
  }

  private Term definedKind() {
    while (!cursor.isAtEnd() && !THINGS.contains(cursor.term())) {
      isTemporary |= cursor.term() == Term.TEMPORARY;
      cursor.advance();
    }
    return cursor.term();
  }

  private void truncate() {
    draft.kind(StatementKind.TRUNCATE);
    cursor.accept(Term.TABLE);
    draft.use(cursor.tableName(), Access.TRUNCATE);
  }

  private void create(Term thing) {
    switch (thing) {
      case TABLE -> createTable();
      case VIEW -> view();
      case DATABASE, SCHEMA -> database(StatementKind.CREATE_DATABASE);
      case PROCEDURE, FUNCTION, TRIGGER, EVENT, PACKAGE -> routine(thing);
      case INDEX -> index();
      case SEQUENCE -> {
        boolean isKept = cursor.acceptIfExists();
        draft.use(cursor.tableName(), isKept ? Access.CREATE_IF_ABSENT : Access.CREATE);
      }
      default -> other(thing);
    }
  }

  private void createTable() {
    draft.kind(StatementKind.CREATE_TABLE);
    boolean isKept = cursor.acceptIfExists();
    Access access = isKept ? Access.CREATE_IF_ABSENT : Access.CREATE;
    TableName name = cursor.tableName();
    if (isTemporary) {
      draft.transaction(TransactionEffect.NONE);
      draft.useTemporary(name, access);
    } else {
      draft.use(name, access);
    }
    AlterScan.engine(cursor, draft);
    boolean isInParentheses = cursor.term() == Term.OPENING && cursor.term(1) == Term.LIKE;
    if (isInParentheses || cursor.term() == Term.LIKE) {
      cursor.moveTo(cursor.at() + (isInParentheses ? 2 : 1));
      draft.use(cursor.tableName(), Access.SCHEMA);
      return;
    }
    if (!hasQuery()) {
      cursor.skipParentheses();
    }
    new TableScan(cursor, draft).query();
  }

  /** Returns whether parentheses contain a query instead of column definitions. */
  private boolean hasQuery() {
    return switch (cursor.term(1)) {
      case SELECT, WITH, VALUES, TABLE, OPENING -> true;
      default -> false;
    };
  }

  /** Scans the definition of a view. Its tables are read only when the view is used. */
  private void view() {
    draft.kind(StatementKind.CREATE_VIEW);
    boolean isKept = cursor.acceptIfExists();
    draft.use(cursor.tableName(), isKept ? Access.CREATE_IF_ABSENT : Access.CREATE);
    cursor.skipParentheses();
    cursor.accept(Term.AS);
    StatementBuilder query = new StatementBuilder();
    new TableScan(cursor, query).query();
    draft.body(query);
    draft.addSchemaUses(query);
  }

  private void database(StatementKind kind) {
    draft.kind(kind);
    cursor.acceptIfExists();
    if (cursor.term().isNameLike()) {
      draft.subject(cursor.foldedName());
    } else {
      draft.markNotUnderstood();
    }
  }

  private void routine(Term thing) {
    draft.kind(StatementKind.CREATE_ROUTINE).subject(Bytes.of(thing.name()));
    cursor.accept(Term.BODY);
    cursor.acceptIfExists();
    draft.routine(cursor.tableName());
    if (thing == Term.TRIGGER || thing == Term.EVENT) {
      cursor.seek(BODY_WORDS);
      cursor.advance();
    }
    int first = cursor.at();
    StatementBuilder body = BodyScan.scan(cursor);
    cursor.moveTo(first);
    VariableScan.scan(cursor, body);
    draft.body(body);
  }

  /** Scans a definition of an index, which does not change rows. */
  private void index() {
    draft.kind(StatementKind.ALTER_TABLE);
    cursor.seek(ON);
    cursor.advance();
    draft.use(cursor.tableName(), Access.ALTER);
  }

  private void other(Term thing) {
    switch (thing) {
      case USER, ROLE -> draft.kind(StatementKind.ACCOUNT);
      case END_OF_TEXT -> draft.markNotUnderstood();
      default -> {}
    }
  }

  private void alter(Term thing) {
    switch (thing) {
      case TABLE -> AlterScan.scan(cursor, draft);
      case VIEW -> view();
      case EVENT -> {}
      default -> other(thing);
    }
  }

  private void drop(Term thing) {
    switch (thing) {
      case TABLE, TABLES, SEQUENCE -> dropAll(StatementKind.DROP_TABLE);
      case VIEW -> dropAll(StatementKind.DROP_VIEW);
      case DATABASE, SCHEMA -> database(StatementKind.DROP_DATABASE);
      case INDEX -> index();
      case PROCEDURE, FUNCTION, TRIGGER, EVENT, PACKAGE -> {
        draft.kind(StatementKind.DROP_ROUTINE).subject(Bytes.of(thing.name()));
        cursor.acceptIfExists();
        draft.routine(cursor.tableName());
      }
      case PREPARE -> {
        draft.transaction(TransactionEffect.NONE);
        SessionScan.deallocate(cursor, draft);
      }
      default -> other(thing);
    }
  }

  private void dropAll(StatementKind kind) {
    draft.kind(kind);
    cursor.acceptIfExists();
    do {
      TableName name = cursor.tableName();
      if (isTemporary) {
        draft.useTemporary(name, Access.DROP);
      } else {
        draft.use(name, Access.DROP);
      }
      cursor.seek(LIST_ENDS);
    } while (cursor.accept(Term.COMMA));
    if (isTemporary) {
      draft.transaction(TransactionEffect.NONE);
    }
  }

  private void rename(Term thing) {
    if (thing != Term.TABLE && thing != Term.TABLES) {
      other(thing);
      return;
    }
    draft.kind(StatementKind.RENAME_TABLE);
    boolean isOptional = cursor.acceptIfExists();
    do {
      TableName from = cursor.tableName();
      cursor.seek(TO);
      cursor.accept(Term.TO);
      draft.rename(from, cursor.tableName(), isOptional);
      cursor.seek(LIST_ENDS);
    } while (cursor.accept(Term.COMMA));
  }
}
