// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.colophon.reporters.mysql.output.UnitSink;

/**
 * Finished readers of a table. They are stored because a commit can be logged after a statement
 * that read its changes. Query ids increase in the order in which statements start, so they show
 * whether a reader can have read a change.
 *
 * <p>A reader waits for the writers that were uncommitted when it was logged. It cannot have seen
 * changes of later writers, because they commit in statements that began later. One thread.
 */
public final class FinishedReaders {
  /**
   * Maximum number of readers. Beyond it, the oldest reader ends, even if a commit that it saw may
   * follow.
   */
  private static final int MAX_READERS = 1 << 16;

  /** Waiting readers in the order of the log. */
  private final Deque<Ended> all = new ArrayDeque<>(1);

  /** Numbers of writers that have not committed or rolled back, ascending. */
  private final List<Long> writers = new ArrayList<>(0);

  private long lastWriter;

  /**
   * Finished reader.
   *
   * @param newestId highest query id of this and all earlier readers
   * @param lastWriter highest number of the writers that the reader waits for
   */
  private record Ended(TableReader reading, long queryId, long newestId, long lastWriter) {
    void end() {
      reading.session().release(reading.process());
    }
  }

  /** Registers a writer. Returns its number. */
  public long enterWriter() {
    writers.add(++lastWriter);
    return lastWriter;
  }

  /** Removes a writer that has committed or rolled back. */
  public void leaveWriter(long number) {
    writers.remove(Long.valueOf(number));
    while (!all.isEmpty() && isSettled(all.getFirst())) {
      all.removeFirst().end();
    }
  }

  private boolean isSettled(Ended first) {
    return writers.isEmpty() || writers.get(0) > first.lastWriter;
  }

  /** Returns whether a reader has to wait. */
  public boolean isWaitedFor() {
    return !writers.isEmpty();
  }

  /**
   * Adds a reader. The reference of its statement is released when the reader need not wait any
   * longer.
   */
  public void add(TableReader reading, long queryId) {
    long newestBefore = all.isEmpty() ? 0 : all.getLast().newestId;
    all.addLast(new Ended(reading, queryId, Math.max(queryId, newestBefore), lastWriter));
    if (all.size() > MAX_READERS) {
      all.removeFirst().end();
    }
  }

  /**
   * Reports a change to readers that began after its statement.
   *
   * @param by session of the change
   */
  public void changed(Session by, long queryId, long object, UnitSink output) {
    Iterator<Ended> newestFirst = all.descendingIterator();
    while (newestFirst.hasNext()) {
      Ended each = newestFirst.next();
      if (each.newestId <= queryId) {
        return; // no earlier reader has a higher query id
      }
      if (each.queryId > queryId && each.reading.session() != by) {
        each.reading.recordChange(object, output);
      }
    }
  }
}
