package org.colophon.reporters.mysql.sql.catalog;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.ColumnChange;

/** Columns of a table after ALTER TABLE. */
final class AlteredColumns {
  private AlteredColumns() {}

  /** Columns after the changes, empty if the changes contradict the known columns. */
  static List<Bytes> of(List<Bytes> before, List<ColumnChange> changes) {
    List<Bytes> columns = new ArrayList<>(before);
    boolean isKnown =
        !before.isEmpty() && changes.stream().allMatch(change -> apply(change, columns));
    return isKnown ? columns : List.of();
  }

  /** Applies a change. Returns false if it contradicts the known columns. */
  private static boolean apply(ColumnChange change, List<Bytes> columns) {
    Bytes column = change.column();
    if (column.isEmpty()) {
      return columns.contains(change.becomes())
          ? change.isOptional()
          : put(change, columns.size(), columns);
    }
    int was = columns.indexOf(column);
    if (was < 0) {
      return change.isOptional();
    }
    columns.remove(was);
    return change.becomes().isEmpty()
        || (!columns.contains(change.becomes()) && put(change, was, columns));
  }

  private static boolean put(ColumnChange change, int usual, List<Bytes> columns) {
    int at =
        switch (change.place()) {
          case SAME -> usual;
          case FIRST -> 0;
          case AFTER -> columns.indexOf(change.after()) + 1;
        };
    if (at == 0 && change.place() == ColumnChange.Place.AFTER) {
      return false;
    }
    columns.add(at, change.becomes());
    return true;
  }
}
