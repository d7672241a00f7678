// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import java.util.EnumSet;
import java.util.Set;
import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.cursor.VariableScan;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.FileAccess;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Selects the scan of a statement by its first words. */
final class StatementScan {
  /**
   * Maximum nesting of statements. Deeper statements are skipped, and the whole statement counts as
   * not understood.
   */
  private static final int MAX_LEVEL = 30;

  private static final Set<Term> EXPLAIN_WORDS =
      EnumSet.of(Term.EXTENDED, Term.PARTITIONS, Term.FORMAT, Term.EQUALS, Term.WORD, Term.STRING);

  private static final Set<Term> LIST_ENDS = EnumSet.of(Term.COMMA);

  private final Cursor cursor;
  private final StatementBuilder draft = new StatementBuilder();

  private StatementScan(Cursor cursor) {
    this.cursor = cursor;
  }

  static StatementBuilder scan(Cursor cursor) {
    StatementScan scan = new StatementScan(cursor);
    if (cursor.level() > MAX_LEVEL) {
      scan.draft.markNotUnderstood();
    } else {
      int first = cursor.at();
      scan.dispatch();
      scan.variables(first);
    }
    return scan.draft;
  }

  /**
   * Scans the variables of a statement. Skips definitions, whose variables are used only when they
   * run, and inner statements, whose variables belong to the outer statement.
   */
  private void variables(int first) {
    boolean isDefinition =
        draft.kind() == StatementKind.CREATE_ROUTINE || draft.kind() == StatementKind.ACCOUNT;
    if (cursor.level() == 0 && !isDefinition) {
      cursor.moveTo(first);
      VariableScan.scan(cursor, draft);
    }
  }

  private TableScan tables() {
    return new TableScan(cursor, draft);
  }

  private void dispatch() {
    switch (cursor.term()) {
      case SELECT, VALUES, TABLE, WITH -> query();
      case OPENING -> parenthesised();
      case INSERT -> insert(StatementKind.INSERT, Access.INSERT);
      case REPLACE -> insert(StatementKind.REPLACE, Access.REPLACE);
      case UPDATE -> tables().update();
      case DELETE -> tables().delete();
      case LOAD -> load();
      case DO -> expressions(StatementKind.DO);
      case CREATE, ALTER, DROP, RENAME, TRUNCATE -> new DefinitionScan(cursor, draft).scan();
      case EXPLAIN, DESCRIBE, DESC -> explain();
      case ANALYZE -> analyze();
      case END_OF_TEXT -> draft.kind(StatementKind.EMPTY);
      default -> session();
    }
  }

  private void session() {
    switch (cursor.term()) {
      case SET -> new SetScan(cursor, draft).scan();
      case USE, PREPARE, EXECUTE, DEALLOCATE, CALL -> new SessionScan(cursor, draft).scan();
      case BEGIN, START, COMMIT, ROLLBACK, SAVEPOINT, RELEASE, XA ->
          new TransactionScan(cursor, draft).scan();
      case IF, LOOP, WHILE, REPEAT, CASE, FOR, DECLARE -> BodyScan.block(cursor, draft);
      case LOCK, UNLOCK -> lock();
      case GRANT, REVOKE -> draft.kind(StatementKind.ACCOUNT).commits();
      case CHANGE, STOP -> draft.kind(StatementKind.REPLICATION);
      case SHOW, HELP -> draft.kind(StatementKind.SHOW);
      case CHECK, OPTIMIZE, REPAIR, CACHE -> draft.kind(StatementKind.MAINTENANCE).commits();
      case CHECKSUM -> checksum();
      case FLUSH, RESET, INSTALL, UNINSTALL -> draft.kind(StatementKind.OTHER).commits();
      case KILL,
          PURGE,
          BINLOG,
          SIGNAL,
          RESIGNAL,
          GET,
          SHUTDOWN,
          RESTART,
          CLONE,
          IMPORT,
          BACKUP,
          RETURN ->
          draft.kind(StatementKind.OTHER);
      default -> {
        draft.kind(StatementKind.UNKNOWN);
        draft.markNotUnderstood();
      }
    }
  }

  private void query() {
    expressions(StatementKind.SELECT);
  }

  private void parenthesised() {
    int ahead = 0;
    while (cursor.term(ahead) == Term.OPENING) {
      ahead++;
    }
    switch (cursor.term(ahead)) {
      case SELECT, VALUES, TABLE, WITH -> query();
      default -> {
        draft.kind(StatementKind.UNKNOWN);
        draft.markNotUnderstood();
      }
    }
  }

  private void expressions(StatementKind kind) {
    draft.kind(kind);
    tables().query();
  }

  private void insert(StatementKind kind, Access access) {
    draft.kind(kind);
    tables().insert(access);
  }

  /** Scans LOAD DATA, LOAD XML and LOAD INDEX INTO CACHE. */
  private void load() {
    draft.kind(StatementKind.LOAD);
    boolean isLocal = false;
    while (!cursor.isAtEnd() && cursor.term() != Term.INFILE) {
      if (cursor.term() == Term.INDEX) {
        draft.kind(StatementKind.MAINTENANCE).commits();
        return;
      }
      isLocal |= cursor.term() == Term.LOCAL;
      cursor.advance();
    }
    cursor.advance();
    if (cursor.term() == Term.STRING) {
      draft.file(cursor.string(), isLocal ? FileAccess.LOAD_LOCAL : FileAccess.LOAD);
    }
    cursor.seek(EnumSet.of(Term.TABLE));
    cursor.advance();
    draft.use(cursor.tableName(), Access.LOAD);
    tables().query();
  }

  /** Scans LOCK TABLES, which neither reads nor writes rows. */
  private void lock() {
    boolean isLock = cursor.term() == Term.LOCK;
    draft.kind(StatementKind.LOCK).commits();
    cursor.advance();
    boolean isTables = cursor.term() == Term.TABLES || cursor.term() == Term.TABLE;
    while (isLock && isTables && !cursor.isAtEnd()) {
      cursor.advance();
      draft.use(cursor.tableName(), Access.SCHEMA);
      cursor.seek(LIST_ENDS);
    }
  }

  private void checksum() {
    draft.kind(StatementKind.MAINTENANCE);
    cursor.advance();
    cursor.advance();
    do {
      draft.use(cursor.tableName(), Access.READ);
      cursor.seek(LIST_ENDS);
    } while (cursor.accept(Term.COMMA));
  }

  /** Scans ANALYZE TABLE, and MariaDB's ANALYZE, which runs a statement. */
  private void analyze() {
    Term next = cursor.term(1);
    boolean isTable = next == Term.TABLE || next == Term.TABLES || next == Term.LOCAL;
    boolean isLogged = next == Term.WORD && cursor.term(2) == Term.TABLE;
    if (isTable || isLogged) {
      draft.kind(StatementKind.MAINTENANCE).commits();
    } else {
      explained(true);
    }
  }

  private void explain() {
    explained(cursor.term(1) == Term.ANALYZE);
  }

  private void explained(boolean runs) {
    cursor.advance();
    cursor.accept(Term.ANALYZE);
    if (isStatement()) {
      inner(runs);
      return;
    }
    int mark = cursor.at();
    cursor.skipAll(EXPLAIN_WORDS);
    if (isStatement()) {
      inner(runs);
      return;
    }
    cursor.moveTo(mark);
    draft.kind(StatementKind.EXPLAIN);
    // EXPLAIN FOR CONNECTION has no table.
    TableName name = cursor.term() == Term.FOR ? TableName.NONE : cursor.tableName();
    if (!name.isNone()) {
      draft.use(name, Access.SCHEMA);
    }
  }

  private boolean isStatement() {
    return switch (cursor.term()) {
      case SELECT, VALUES, TABLE, WITH, OPENING, INSERT, REPLACE, UPDATE, DELETE -> true;
      default -> false;
    };
  }

  private void inner(boolean runs) {
    StatementBuilder inner = scan(cursor.over(cursor.at(), cursor.end()));
    draft.kind(runs ? inner.kind() : StatementKind.EXPLAIN);
    if (runs) {
      draft.include(inner);
    } else {
      draft.addSchemaUses(inner);
    }
  }
}
