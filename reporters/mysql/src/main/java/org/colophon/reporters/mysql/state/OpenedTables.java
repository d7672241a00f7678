package org.colophon.reporters.mysql.state;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * What a session's statements under way have opened for writing, as the server says when they
 * begin. What runs within a statement has a higher query id, and is over before it. Belongs to one
 * thread.
 */
public final class OpenedTables {
  /** A statement that is not over after so many others of its session will never be told of. */
  private static final int MOST_WITHIN = 1000;

  private final Map<TableState, Opened> all = new HashMap<>();

  /** By which number the table knows that it is written, and by which statement. */
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

  /** A statement has opened a table. */
  public void add(TableState table, long queryId) {
    if (!all.containsKey(table)) {
      all.put(table, new Opened(table.enterWriter(), queryId));
    }
  }

  /**
   * A statement wrote a table, and that takes effect later; whoever waits for the statement waits
   * for that.
   *
   * @return the number by which the table knows it, no longer this one's
   */
  public long take(TableState table) {
    Opened opened = all.remove(table);
    return opened == null ? table.enterWriter() : opened.writer;
  }

  /** A statement is over, with what ran within it. 0 if all are. */
  public void close(long queryId) {
    if (all.isEmpty()) {
      return;
    }
    Iterator<Map.Entry<TableState, Opened>> each = all.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<TableState, Opened> entry = each.next();
      Opened opened = entry.getValue();
      if (opened.queryId >= queryId || ++opened.others > MOST_WITHIN) {
        entry.getKey().leaveWriter(opened.writer);
        each.remove();
      }
    }
  }
}
