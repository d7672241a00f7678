// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import org.colophon.core.model.Bytes;

/** State of one level of parentheses. Instances are reused. */
final class ParenthesisLevel {
  /** Current clause of a level. */
  enum Clause {
    /** Expressions, or the beginning of a level. FROM counts only after SELECT. */
    OTHER,
    /** List of tables with joins and conditions. */
    TABLES,
    /** Assignments of an UPDATE. */
    ASSIGNMENTS,
    /** Common table expressions before a query. */
    WITH
  }

  Clause clause = Clause.OTHER;
  // True if FROM begins a list of tables.
  boolean isQuery;
  // True if the next name is a table.
  boolean expectsTable;
  // True if the next name is an assigned column.
  boolean expectsTarget;
  // True if an UPDATE or DELETE may change the tables of this level.
  boolean isMain;
  boolean isRecursive;
  // Name of the common table expression whose body is this level; empty if none.
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
