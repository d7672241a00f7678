package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A table as it is now, and who is at it. Belongs to one thread. */
final class TableState {
  private static final int MANY_READINGS = 256;

  final long object;

  /** Where the log tells when statements begin: those that may be running. */
  private final List<Reading> running = new ArrayList<>(0);

  /** Where the log tells when they end. */
  private final EndedReadings ended = new EndedReadings();

  TableState(long object) {
    this.object = object;
  }

  /** A session writes to it; answers the number to {@link #leaveWriter} with. */
  long enterWriter() {
    return ended.enterWriter();
  }

  /** What a session wrote is decided. */
  void leaveWriter(long number) {
    ended.leaveWriter(number);
  }

  /** Notes a running statement, which may see what takes effect until it is over. */
  void add(Reading reading) {
    running.add(reading);
    if (running.size() % MANY_READINGS == 0) {
      running.removeIf(each -> !each.isRunning());
    }
  }

  /**
   * Notes a statement that is over, and may have seen what has yet to be told; holds it so long.
   */
  void addEnded(Reading reading, long queryId, Holds holds) {
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
  void changed(Session session, long queryId, Output output) {
    Iterator<Reading> each = running.iterator();
    while (each.hasNext()) {
      Reading reading = each.next();
      if (!reading.isRunning()) {
        each.remove();
      } else if (reading.session() != session) {
        reading.tell(object, output);
      }
    }
    ended.changed(session, queryId, object, output);
  }
}
