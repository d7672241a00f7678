package org.colophon.reporters.mysql.sql.cursor;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.SessionChange.Kind;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Scans HANDLER t OPEN AS h, HANDLER h READ ..., HANDLER h CLOSE. */
public final class HandlerScan {
  private HandlerScan() {}

  public static void scan(Cursor cursor, StatementBuilder draft) {
    draft.kind(StatementKind.HANDLER);
    cursor.advance();
    TableName name = cursor.tableName();
    switch (cursor.term()) {
      case OPEN -> open(cursor, draft, name);
      case READ -> draft.use(name, Access.READ);
      case CLOSE -> draft.change(Kind.HANDLER_CLOSE, name.table(), Bytes.EMPTY);
      default -> draft.doubt();
    }
  }

  private static void open(Cursor cursor, StatementBuilder draft, TableName name) {
    cursor.advance();
    cursor.accept(Term.AS);
    Bytes alias = cursor.term().isNameLike() ? cursor.foldedName() : name.table();
    draft.use(name, Access.SCHEMA);
    draft.change(Kind.HANDLER_OPEN, alias, Bytes.of(name.toString()));
  }
}
