// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Tables that a session's unfinished statements have opened for writing. An inner statement has a
 * higher query id and ends before the outer one. One thread.
 */
public final class OpenedTables {
  /** Number of later statements that may end before an unfinished statement counts as ended. */
  private static final int MAX_LATER_STATEMENTS = 1000;

  private final Map<TableState, Opened> all = new HashMap<>();

  /** A table that the statement writes, with the number of the writer at the table. */
  private static final class Opened {
    final long writer;
    final long queryId;
    int others;

    Opened(long writer, long queryId) {
      this.writer = writer;
      this.queryId = queryId;
    }
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public void add(TableState table, long queryId) {
    if (!all.containsKey(table)) {
      all.put(table, new Opened(table.enterWriter(), queryId));
    }
  }

  /**
   * Removes a table whose change takes effect later. The writer remains registered at the table, so
   * readers of the table wait.
   *
   * @return number of the writer
   */
  public long take(TableState table) {
    Opened opened = all.remove(table);
    return opened == null ? table.enterWriter() : opened.writer;
  }

  /** Closes the tables of a finished statement and of its inner statements; 0 closes all tables. */
  public void close(long queryId) {
    if (all.isEmpty()) {
      return;
    }
    Iterator<Map.Entry<TableState, Opened>> each = all.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<TableState, Opened> entry = each.next();
      Opened opened = entry.getValue();
      if (opened.queryId >= queryId || ++opened.others > MAX_LATER_STATEMENTS) {
        entry.getKey().leaveWriter(opened.writer);
        each.remove();
      }
    }
  }
}
