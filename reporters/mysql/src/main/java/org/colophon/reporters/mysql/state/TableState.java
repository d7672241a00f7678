package org.colophon.reporters.mysql.state;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;

/** A table as it is now, and who is at it. Belongs to one thread. */
public final class TableState {
  private static final int MANY_READINGS = 256;

  public final long object;

  /** Where the log tells when statements begin: those that may be running. */
  private final List<TableReader> running = new ArrayList<>(0);

  /** Where the log tells when they end. */
  private final FinishedReaders ended = new FinishedReaders();

  public TableState(long object) {
    this.object = object;
  }

  /** A session writes to it; answers the number to {@link #leaveWriter} with. */
  public long enterWriter() {
    return ended.enterWriter();
  }

  /** What a session wrote is decided. */
  public void leaveWriter(long number) {
    ended.leaveWriter(number);
  }

  /** Notes a running statement, which may see what takes effect until it is over. */
  public void add(TableReader reading) {
    running.add(reading);
    if (running.size() % MANY_READINGS == 0) {
      running.removeIf(each -> !each.isRunning());
    }
  }

  /**
   * Notes a statement that is over, and may have seen what has yet to be told; holds it so long.
   */
  public void addEnded(TableReader reading, long queryId, StatementRefCounts holds) {
    if (ended.isWaitedFor()) {
      holds.hold(reading.process());
      ended.add(reading, queryId);
    }
  }

  /**
   * Something took effect: whoever is still reading, or began to read after the statement that did
   * it began, may have seen it.
   *
   * @param session whose statement it is
   * @param queryId the statement's id, 0 if the log has none
   */
  public void changed(Session session, long queryId, UnitSink output) {
    Iterator<TableReader> each = running.iterator();
    while (each.hasNext()) {
      TableReader reading = each.next();
      if (!reading.isRunning()) {
        each.remove();
      } else if (reading.session() != session) {
        reading.tell(object, output);
      }
    }
    ended.changed(session, queryId, object, output);
  }
}
