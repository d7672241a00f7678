package org.colophon.reporters.mysql.sql.catalog;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Columns of a table, in lower case.
 *
 * @param names in the table's order, if they are all there are
 * @param isComplete false if the table has others, or nobody knows in which order they are
 */
public record Columns(List<Bytes> names, boolean isComplete) {
  /** A table of which no column is known. */
  public static final Columns NONE = new Columns(List.of(), false);

  public Columns {
    names = List.copyOf(names);
  }
}
