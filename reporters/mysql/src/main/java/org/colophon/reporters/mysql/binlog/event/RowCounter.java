// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import org.colophon.reporters.mysql.binlog.event.EventBytes.Bits;
import org.jspecify.annotations.Nullable;

/** Counts the rows of a rows event by skipping their values. */
public final class RowCounter {
  private static final int PARTIAL_JSON = 1;

  private RowCounter() {}

  /**
   * Counts rows.
   *
   * @param in the event, positioned at the number of columns; the set of present columns and the
   *     rows follow
   */
  public static long count(int type, TableMap table, EventBytes in) throws MalformedEventException {
    boolean isUpdate = EventType.rows(type) == RowChange.Kind.UPDATE;
    long width = in.packed();
    if (width != table.columns()) {
      throw new MalformedEventException(
          "it has " + width + " columns, but its table has " + table.columns());
    }
    Bits before = in.bits(width);
    Bits after = isUpdate ? in.bits(width) : before;
    EventBytes rows = EventType.isCompressedRows(type) ? MariaCompression.unpack(in) : in;
    boolean isPartial = type == EventType.PARTIAL_UPDATE_ROWS;
    long count = 0;
    while (rows.left() > 0) {
      boolean isKnown = image(table, before, null, rows);
      if (isKnown && isUpdate) {
        Bits partial = isPartial ? partial(table, rows) : null;
        isKnown = image(table, after, partial, rows);
      }
      if (!isKnown) {
        return RowChange.UNCOUNTED;
      }
      count++;
      if (width == 0) {
        throw new MalformedEventException("its rows have no columns");
      }
    }
    return count;
  }

  /** Reads the set of partial JSON columns; null if there are none. */
  private static @Nullable Bits partial(TableMap table, EventBytes rows)
      throws MalformedEventException {
    if ((rows.packed() & PARTIAL_JSON) == 0) {
      return null;
    }
    int json = 0;
    for (int column = 0; column < table.columns(); column++) {
      json += table.isJson(column) ? 1 : 0;
    }
    return rows.bits(json);
  }

  /** Skips a row image. Complete and partial JSON values have the same length prefix. */
  private static boolean image(
      TableMap table, Bits present, @Nullable Bits partial, EventBytes rows)
      throws MalformedEventException {
    Bits nulls = rows.bits(present.set());
    int bit = 0;
    int json = 0;
    for (int column = 0; column < table.columns(); column++) {
      boolean isPartial = table.isJson(column) && partial != null && partial.get(json++);
      if (present.get(column) && !nulls.get(bit++)) {
        if (isPartial) {
          rows.skip(rows.number(4));
        } else if (!table.skip(column, rows)) {
          return false;
        }
      }
    }
    return true;
  }
}
