package org.colophon.reporters.mysql.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.colophon.reporters.mysql.output.UnitSink;

/**
 * Who has read a table and is over, where the log tells when statements end: a commit may be told
 * after a statement that saw it. Query ids, which are given out when statements begin, say whether
 * it could.
 *
 * <p>A reading waits for those who had written to the table when it was told, and had not said what
 * becomes of that: whoever writes later can commit only in a statement that began later. Each is
 * ended when it waits no more. Belongs to one thread.
 */
public final class FinishedReaders {
  /**
   * Of more, the eldest is ended, though somebody it waits for may yet be told to have committed.
   */
  private static final int MOST = 1 << 16;

  /** In the order in which they were told. */
  private final Deque<Ended> all = new ArrayDeque<>(1);

  /** The numbers of those who write, which rise. */
  private final List<Long> writers = new ArrayList<>(0);

  private long lastWriter;

  /**
   * One of them.
   *
   * @param newestId the highest query id among it and those that were told before it
   * @param lastWriter whoever has a higher number began to write later
   */
  private record Ended(TableReader reading, long queryId, long newestId, long lastWriter) {
    void end() {
      reading.session().release(reading.process());
    }
  }

  /** Somebody writes to the table; answers the number to leave with. */
  public long enterWriter() {
    writers.add(++lastWriter);
    return lastWriter;
  }

  /** What somebody wrote is decided. */
  public void leaveWriter(long number) {
    writers.remove(Long.valueOf(number));
    while (!all.isEmpty() && isSettled(all.getFirst())) {
      all.removeFirst().end();
    }
  }

  private boolean isSettled(Ended first) {
    return writers.isEmpty() || writers.get(0) > first.lastWriter;
  }

  /** Whether somebody writes, for whom a reading that is told now waits. */
  public boolean isWaitedFor() {
    return !writers.isEmpty();
  }

  /** Takes a statement, which is held until this ends it. */
  public void add(TableReader reading, long queryId) {
    long newestBefore = all.isEmpty() ? 0 : all.getLast().newestId;
    all.addLast(new Ended(reading, queryId, Math.max(queryId, newestBefore), lastWriter));
    if (all.size() > MOST) {
      all.removeFirst().end();
    }
  }

  /**
   * Something took effect: who began after the statement that did it may have seen it.
   *
   * @param by whose statement it is
   */
  public void changed(Session by, long queryId, long object, UnitSink output) {
    Iterator<Ended> newestFirst = all.descendingIterator();
    while (newestFirst.hasNext()) {
      Ended each = newestFirst.next();
      if (each.newestId <= queryId) {
        return; // nor did any before it begin later
      }
      if (each.queryId > queryId && each.reading.session() != by) {
        each.reading.tell(object, output);
      }
    }
  }
}
