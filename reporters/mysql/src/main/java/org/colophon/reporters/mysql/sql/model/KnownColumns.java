package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/** What is known of tables' columns where a statement is understood. */
public interface KnownColumns {
  /** Nothing. */
  KnownColumns NONE = (table, column) -> Answer.UNKNOWN;

  /** Whether a table has a column. */
  enum Answer {
    YES,
    NO,
    UNKNOWN
  }

  /**
   * Whether a table has a column.
   *
   * @param table as the statement names it, perhaps without a database
   * @param column in lower case
   */
  Answer has(TableName table, Bytes column);
}
