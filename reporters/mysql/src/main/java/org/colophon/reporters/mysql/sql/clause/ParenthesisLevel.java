package org.colophon.reporters.mysql.sql.clause;

import org.colophon.core.model.Bytes;

/** One level of parentheses: which clause it is in, and what it waits for. Reused. */
final class ParenthesisLevel {
  /** Where a level is. */
  enum Clause {
    /** Expressions, or nothing yet; FROM counts once SELECT was seen. */
    OTHER,
    /** A list of tables, their joins and conditions. */
    TABLES,
    /** The assignments of an UPDATE. */
    ASSIGNMENTS,
    /** The common table expressions before a query. */
    WITH
  }

  Clause clause = Clause.OTHER;
  // FROM opens a list of tables here.
  boolean isQuery;
  // The next name is a table's.
  boolean expectsTable;
  // The next name is a column that is assigned to.
  boolean expectsTarget;
  // The next FROM belongs to a period of time.
  boolean skipsFrom;
  // The tables here are the ones that an UPDATE or DELETE may change.
  boolean isMain;
  boolean isRecursive;
  // The level is the body of this expression of the level outside.
  Bytes cte = Bytes.EMPTY;
  Bytes pendingCte = Bytes.EMPTY;
  CteScope scope = CteScope.NONE;

  void reset(CteScope outerScope) {
    clause = Clause.OTHER;
    isQuery = false;
    expectsTable = false;
    expectsTarget = false;
    skipsFrom = false;
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
