// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Rows of one table that one statement changed.
 *
 * @param rows their number, {@link #UNCOUNTED} if a column's type is not known
 */
public record RowChange(TableName table, Kind kind, long rows) {
  /** Unknown number of {@link #rows}. */
  public static final long UNCOUNTED = -1;

  /** Kind of change. */
  public enum Kind {
    INSERT("inserted"),
    UPDATE("updated"),
    DELETE("deleted");

    private final String past;

    Kind(String past) {
      this.past = past;
    }
  }

  public RowChange plus(long more) {
    boolean isCounted = rows != UNCOUNTED && more != UNCOUNTED;
    return new RowChange(table, kind, isCounted ? rows + more : UNCOUNTED);
  }

  /** Returns a display text such as {@code 3 inserted}. */
  public String count() {
    return (rows == UNCOUNTED ? "rows" : Long.toString(rows)) + " " + kind.past;
  }
}
