package org.colophon.reporters.mysql.sql.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.ColumnChange;

/** The columns of a table after ALTER TABLE. */
final class AlteredColumns {
  private AlteredColumns() {}

  /**
   * The columns that a table has then. If the changes do not go with what is known, nobody knows
   * the order; those that matter may still be there, and are kept in mind.
   *
   * @param matters which columns are not to be forgotten
   */
  static Columns of(Columns before, List<ColumnChange> changes, Predicate<Bytes> matters) {
    if (before.isComplete()) {
      List<Bytes> columns = new ArrayList<>(before.names());
      if (changes.stream().allMatch(change -> apply(change, columns))) {
        return new Columns(columns, true);
      }
    }
    Set<Bytes> mayBe = new LinkedHashSet<>(before.names());
    for (ColumnChange change : changes) {
      if (!change.column().isEmpty() && !before.isComplete()) {
        mayBe.remove(change.column());
      }
      mayBe.add(change.becomes());
    }
    mayBe.removeIf(matters.negate());
    return new Columns(List.copyOf(mayBe), false);
  }

  /** Whether that can be. */
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
