package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/** Known columns of tables. */
public interface KnownColumns {
  KnownColumns NONE = (table, column) -> Answer.UNKNOWN;

  /** Existence of a column. */
  enum Answer {
    YES,
    NO,
    UNKNOWN
  }

  /**
   * Returns whether a table has a column.
   *
   * @param table name in the statement, maybe without a database
   * @param column in lower case
   */
  Answer has(TableName table, Bytes column);
}
