package org.colophon.reporters.mysql.sql.clause;

import org.colophon.core.model.Bytes;

/** State of one level of parentheses. Reused. */
final class ParenthesisLevel {
  /** Current clause of a level. */
  enum Clause {
    /** Expressions, or the beginning. FROM counts only after SELECT. */
    OTHER,
    /** List of tables with joins and conditions. */
    TABLES,
    /** Assignments of an UPDATE. */
    ASSIGNMENTS,
    /** Common table expressions before a query. */
    WITH
  }

  Clause clause = Clause.OTHER;
  // FROM opens a list of tables.
  boolean isQuery;
  // The next name is a table's.
  boolean expectsTable;
  // The next name is a column that is assigned to.
  boolean expectsTarget;
  // The next FROM belongs to a period of time.
  // The tables here are the ones that an UPDATE or DELETE may change.
  boolean isMain;
  boolean isRecursive;
  // The level is the body of this expression of the outer level.
  Bytes cte = Bytes.EMPTY;
  Bytes pendingCte = Bytes.EMPTY;
  CteScope scope = CteScope.NONE;

  void reset(CteScope outerScope) {
    clause = Clause.OTHER;
    isQuery = false;
    expectsTable = false;
    expectsTarget = false;
    isMain = false;
    isRecursive = false;
    cte = Bytes.EMPTY;
    pendingCte = Bytes.EMPTY;
    scope = outerScope;
  }

  void openTables() {
    clause = Clause.TABLES;
    expectsTable = true;
  }

  void leaveTables() {
    clause = Clause.OTHER;
    expectsTable = false;
    expectsTarget = false;
  }

  void openQuery() {
    leaveTables();
    isQuery = true;
    isMain = false;
  }
}
