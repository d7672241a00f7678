// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.FileAccess;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Finds the tables of queries and of INSERT, UPDATE and DELETE in one pass over the tokens, with a
 * stack of parentheses. A level becomes a query at SELECT. FROM begins a list of tables only in a
 * query, so EXTRACT(YEAR FROM d) begins none.
 *
 * <p>An instance scans one statement.
 */
final class TableScan {
  /**
   * Maximum number of levels. Deeper levels are skipped, and the statement counts as not
   * understood.
   */
  private static final int MAX_DEPTH = 10_000;

  // Modifiers of each verb. At other positions, these words may be names.
  private static final Set<Term> INSERT_MODIFIERS =
      EnumSet.of(Term.LOW_PRIORITY, Term.HIGH_PRIORITY, Term.DELAYED, Term.IGNORE);

  private static final Set<Term> UPDATE_MODIFIERS = EnumSet.of(Term.LOW_PRIORITY, Term.IGNORE);

  private static final Set<Term> DELETE_MODIFIERS =
      EnumSet.of(Term.LOW_PRIORITY, Term.QUICK, Term.IGNORE);

  private final Cursor cursor;
  private final StatementBuilder draft;
  private final TargetTables targets;
  private final List<ParenthesisLevel> frames = new ArrayList<>();
  private TableName inserted = TableName.NONE;
  private int depth;
  private ParenthesisLevel frame;

  TableScan(Cursor cursor, StatementBuilder draft) {
    this.cursor = cursor;
    this.draft = draft;
    this.targets = new TargetTables(draft);
    this.frame = new ParenthesisLevel();
    frames.add(frame);
  }

  /** Scans a query, or expressions that may contain queries. */
  void query() {
    run();
  }

  /** Scans from the word INSERT or REPLACE. */
  void insert(Access access) {
    cursor.advance();
    cursor.skipAll(INSERT_MODIFIERS);
    cursor.accept(Term.INTO);
    inserted = cursor.tableName();
    draft.use(inserted, access);
    if (cursor.accept(Term.PARTITION)) {
      cursor.skipParentheses();
    }
    if (cursor.term() == Term.OPENING && !isQueryInside()) {
      cursor.skipParentheses();
    }
    run();
  }

  /** Scans from the word UPDATE. */
  void update() {
    openUpdate();
    run();
  }

  /** Scans from the word DELETE. */
  void delete() {
    openDelete();
    run();
  }

  private void openUpdate() {
    cursor.advance();
    cursor.skipAll(UPDATE_MODIFIERS);
    draft.kind(StatementKind.UPDATE);
    targets.update();
    openMain();
  }

  private void openDelete() {
    cursor.advance();
    cursor.skipAll(DELETE_MODIFIERS);
    if (cursor.rules().isMariaDb() && cursor.term(1) == Term.FROM) {
      cursor.accept(Term.HISTORY);
    }
    draft.kind(StatementKind.DELETE);
    if (cursor.accept(Term.FROM)) {
      int mark = cursor.at();
      List<TableName> names = namesToDelete();
      boolean isJoined = cursor.accept(Term.USING);
      targets.delete(isJoined ? names : List.of());
      cursor.moveTo(isJoined ? cursor.at() : mark);
    } else {
      targets.delete(namesToDelete());
      if (!cursor.accept(Term.FROM)) {
        draft.markNotUnderstood();
      }
    }
    openMain();
  }

  private void openMain() {
    frame.isMain = true;
    frame.openTables();
  }

  private List<TableName> namesToDelete() {
    List<TableName> names = new ArrayList<>();
    do {
      names.add(cursor.tableName());
      if (cursor.accept(Term.DOT)) {
        cursor.accept(Term.STAR);
      }
    } while (cursor.accept(Term.COMMA));
    return names;
  }

  private boolean isQueryInside() {
    int ahead = 0;
    while (cursor.term(ahead) == Term.OPENING) {
      ahead++;
    }
    return switch (cursor.term(ahead)) {
      case SELECT, WITH, VALUES, TABLE -> true;
      default -> false;
    };
  }

  private void run() {
    while (!cursor.isAtEnd()) {
      int before = cursor.at();
      step(cursor.term());
      if (cursor.at() == before) {
        cursor.advance();
      }
    }
    if (depth > 0 || frame.expectsTable) {
      draft.markNotUnderstood();
    }
    targets.settle();
  }

  /** Scans one token. May move the cursor over further tokens. */
  private void step(Term term) {
    if (term == Term.OPENING) {
      open();
    } else if (term == Term.CLOSING) {
      close();
    } else if (frame.expectsTable) {
      table(term);
    } else {
      switch (frame.clause) {
        case TABLES -> inTables(term);
        case ASSIGNMENTS -> inAssignments(term);
        case WITH -> inWith(term);
        default -> other(term);
      }
    }
  }

  private void open() {
    boolean isBody = frame.clause == ParenthesisLevel.Clause.WITH && cursor.term(-1) == Term.AS;
    if (frame.clause == ParenthesisLevel.Clause.WITH
        && !isBody
        && cursor.term(-1) != Term.CLOSING) {
      cursor.skipParentheses();
      return;
    }
    if (depth == MAX_DEPTH) {
      draft.markNotUnderstood();
      cursor.skipParentheses();
      return;
    }
    ParenthesisLevel outer = frame;
    frame = push(outer.scope);
    if (isBody) {
      frame.cte = outer.pendingCte;
      frame.scope = outer.isRecursive ? outer.scope.with(frame.cte) : outer.scope;
    } else if (outer.clause == ParenthesisLevel.Clause.WITH) {
      outer.leaveTables();
    } else if (outer.expectsTable) {
      outer.expectsTable = false;
      frame.openTables();
      frame.isMain = outer.isMain;
    }
  }

  private ParenthesisLevel push(CteScope scope) {
    depth++;
    if (depth == frames.size()) {
      frames.add(new ParenthesisLevel());
    }
    ParenthesisLevel pushed = frames.get(depth);
    pushed.reset(scope);
    return pushed;
  }

  private void close() {
    if (depth == 0) {
      draft.markNotUnderstood();
      return;
    }
    if (frame.expectsTable) {
      draft.markNotUnderstood();
    }
    Bytes cte = frame.cte;
    depth--;
    frame = frames.get(depth);
    if (!cte.isEmpty()) {
      frame.scope = frame.scope.with(cte);
    }
  }

  private void table(Term term) {
    switch (term) {
      case SELECT -> frame.openQuery();
      case WITH -> with();
      case VALUES -> frame.leaveTables();
      case LATERAL, BRACE, OJ, TABLE -> skipOrName(term);
      case DUAL -> frame.expectsTable = cursor.term(1) == Term.DOT;
      default -> {
        if (term.isNameLike() || term == Term.DOT) {
          reference();
        } else {
          frame.expectsTable = false;
          draft.markNotUnderstood();
        }
      }
    }
  }

  /** Handles OJ, which is the name of a table unless a brace precedes it. */
  private void skipOrName(Term term) {
    if (term == Term.OJ && cursor.term(-1) != Term.BRACE) {
      reference();
    }
    frame.isQuery &= term != Term.TABLE;
  }

  private void reference() {
    frame.expectsTable = false;
    TableName name = cursor.tableName();
    boolean isFunction = cursor.term() == Term.OPENING && name.database().isEmpty();
    if (isFunction) {
      return;
    }
    if (name.isNone()) {
      draft.markNotUnderstood();
      return;
    }
    if (cursor.accept(Term.PARTITION)) {
      cursor.skipParentheses();
    }
    Bytes alias = alias(name.table());
    boolean isCte = name.database().isEmpty() && frame.scope.refCounts(name.table());
    if (frame.isMain) {
      targets.joined(new TableRef(isCte ? TableName.NONE : name, alias));
    } else if (!isCte) {
      draft.use(name, Access.READ);
    }
  }

  private Bytes alias(Bytes otherwise) {
    boolean isSaid = cursor.accept(Term.AS);
    Term term = cursor.term();
    if (term.isNameLike() && (isSaid || !term.isClauseWord())) {
      return cursor.foldedName();
    }
    return otherwise;
  }

  private void inTables(Term term) {
    switch (term) {
      case COMMA, JOIN, STRAIGHT_JOIN -> frame.expectsTable = true;
      case USE, FORCE, IGNORE -> indexHint();
      case FOR -> period();
      case ON -> {
        if (cursor.term(1) == Term.DUPLICATE) {
          frame.leaveTables();
        }
      }
      case SET -> assignments();
      case WHERE,
          GROUP,
          HAVING,
          ORDER,
          LIMIT,
          LOCK,
          INTO,
          PROCEDURE,
          UNION,
          EXCEPT,
          INTERSECT,
          MINUS,
          WINDOW,
          VALUES ->
          frame.leaveTables();
      case FROM -> {}
      default -> other(term);
    }
  }

  /** Skips USE INDEX FOR JOIN (a, b) and similar hints. */
  private void indexHint() {
    if (cursor.term(1) != Term.INDEX && cursor.term(1) != Term.KEY) {
      return;
    }
    cursor.advance();
    while (!cursor.isAtEnd() && cursor.term() != Term.OPENING && cursor.term() != Term.CLOSING) {
      cursor.advance();
    }
    cursor.skipParentheses();
  }

  /** Skips FOR SYSTEM_TIME FROM a TO b, FOR PORTION OF p FROM a TO b, and FOR UPDATE. */
  private void period() {
    boolean isPeriod = cursor.term(1) == Term.SYSTEM_TIME || cursor.term(1) == Term.PORTION;
    if (!isPeriod) {
      frame.leaveTables();
      other(Term.FOR);
    }
  }

  private void assignments() {
    boolean isMain = frame.isMain && depth == 0;
    frame.leaveTables();
    if (isMain) {
      frame.clause = ParenthesisLevel.Clause.ASSIGNMENTS;
      frame.expectsTarget = true;
    }
  }

  private void inAssignments(Term term) {
    switch (term) {
      case COMMA -> frame.expectsTarget = true;
      case WHERE, ORDER, LIMIT -> frame.leaveTables();
      default -> {
        if (frame.expectsTarget && (term.isNameLike() || term == Term.DOT)) {
          frame.expectsTarget = false;
          target();
        } else {
          other(term);
        }
      }
    }
  }

  /** Scans an assigned {@code column}, {@code table.column} or {@code database.table.column}. */
  private void target() {
    cursor.accept(Term.DOT);
    Bytes first = cursor.name();
    if (!cursor.accept(Term.DOT)) {
      targets.assigned(TableName.NONE);
    } else if (cursor.term(1) != Term.DOT) {
      targets.assigned(qualifier(Bytes.EMPTY, first));
    } else {
      targets.assigned(qualifier(first, cursor.foldedName()));
    }
  }

  private TableName qualifier(Bytes database, Bytes table) {
    return new TableName(cursor.folded(database), cursor.folded(table));
  }

  private void inWith(Term term) {
    switch (term) {
      case RECURSIVE -> frame.isRecursive = true;
      case SELECT, VALUES, TABLE -> {
        frame.leaveTables();
        other(term);
      }
      case UPDATE -> openUpdate();
      case DELETE -> openDelete();
      default -> {
        Term last = cursor.term(-1);
        boolean isName = last == Term.WITH || last == Term.RECURSIVE || last == Term.COMMA;
        if (isName && term.isNameLike()) {
          frame.pendingCte = cursor.foldedName();
        }
      }
    }
  }

  private void other(Term term) {
    switch (term) {
      case SELECT -> frame.openQuery();
      case FROM -> {
        if (frame.isQuery) {
          frame.openTables();
        }
      }
      case WITH -> with();
      case TABLE -> tableQuery();
      case OUTFILE -> file(FileAccess.OUTFILE, 1);
      case DUMPFILE -> file(FileAccess.DUMPFILE, 1);
      case LOAD_FILE -> file(FileAccess.LOAD_FILE, 2);
      case DUPLICATE -> onDuplicate();
      case FOR -> sequence(cursor.term(-1) == Term.VALUE && isSequenceWord(cursor.term(-2)));
      case NEXTVAL, SETVAL -> sequence(cursor.term(1) == Term.OPENING);
      default -> {}
    }
  }

  /** Scans WITH before a query. Ignores WITH ROLLUP and similar clauses. */
  private void with() {
    int ahead = cursor.term(1) == Term.RECURSIVE && cursor.term(2) != Term.AS ? 2 : 1;
    Term behind = cursor.term(ahead + 1);
    boolean isList = behind == Term.AS || behind == Term.OPENING;
    if (cursor.term(ahead).isNameLike() && isList) {
      frame.leaveTables();
      frame.clause = ParenthesisLevel.Clause.WITH;
    }
  }

  private void tableQuery() {
    if (cursor.term(1).isNameLike()) {
      frame.isQuery = false;
      frame.openTables();
    }
  }

  private void file(FileAccess access, int ahead) {
    if (cursor.term(ahead) == Term.STRING) {
      draft.file(cursor.over(cursor.at() + ahead, cursor.end()).string(), access);
    }
  }

  private void onDuplicate() {
    if (cursor.term(-1) == Term.ON && cursor.term(1) == Term.KEY && !inserted.isNone()) {
      draft.use(inserted, Access.UPDATE);
    }
  }

  private static boolean isSequenceWord(Term term) {
    return term == Term.NEXT || term == Term.PREVIOUS;
  }

  /** Scans NEXT VALUE FOR s, or NEXTVAL(s). A sequence counts as a table. */
  private void sequence(boolean isThere) {
    if (isThere) {
      boolean isFunction = cursor.term(1) == Term.OPENING;
      Cursor ahead = cursor.over(cursor.at() + (isFunction ? 2 : 1), cursor.end());
      draft.sequence(ahead.tableName());
    }
  }
}
