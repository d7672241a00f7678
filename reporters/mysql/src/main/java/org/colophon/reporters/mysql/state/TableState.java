// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;

/** Current state of a table with its readers and writers. One thread. */
public final class TableState {
  private static final int MANY_READINGS = 256;

  public final long object;

  /** Running readers, for logs that record the start of statements. */
  private final List<TableReader> running = new ArrayList<>(0);

  /** Finished readers, for logs that record the end of statements. */
  private final FinishedReaders ended = new FinishedReaders();

  public TableState(long object) {
    this.object = object;
  }

  /** Registers a writer. Returns its number for {@link #leaveWriter}. */
  public long enterWriter() {
    return ended.enterWriter();
  }

  /** Removes a writer that has committed or rolled back. */
  public void leaveWriter(long number) {
    ended.leaveWriter(number);
  }

  /** Adds a running statement, which may see changes until it ends. */
  public void add(TableReader reading) {
    running.add(reading);
    if (running.size() % MANY_READINGS == 0) {
      running.removeIf(each -> !each.isRunning());
    }
  }

  /** Adds a finished statement, which may have seen changes that are logged later. */
  public void addEnded(TableReader reading, long queryId, StatementRefCounts refCounts) {
    if (ended.isWaitedFor()) {
      refCounts.hold(reading.process());
      ended.add(reading, queryId);
    }
  }

  /**
   * Reports a change to readers that may have seen it.
   *
   * @param session session of the change
   * @param queryId id of the statement that made the change, 0 if the log has none
   */
  public void changed(Session session, long queryId, UnitSink output) {
    Iterator<TableReader> each = running.iterator();
    while (each.hasNext()) {
      TableReader reading = each.next();
      if (!reading.isRunning()) {
        each.remove();
      } else if (reading.session() != session) {
        reading.recordChange(object, output);
      }
    }
    ended.changed(session, queryId, object, output);
  }
}
