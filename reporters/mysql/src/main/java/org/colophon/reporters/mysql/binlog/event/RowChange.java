package org.colophon.reporters.mysql.binlog.event;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Rows of one table that one statement changed.
 *
 * @param rows how many, {@link #UNCOUNTED} if a column's type is not known
 */
public record RowChange(TableName table, Kind kind, long rows) {
  /** {@link #rows} where they cannot be told from another. */
  public static final long UNCOUNTED = -1;

  /** What became of the rows. */
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

  /** For people: {@code 3 inserted}. */
  public String count() {
    return (rows == UNCOUNTED ? "rows" : Long.toString(rows)) + " " + kind.past;
  }

  public static RowChange of(Bytes database, Bytes table, Kind kind, long rows) {
    return new RowChange(new TableName(database, table), kind, rows);
  }
}
