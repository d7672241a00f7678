package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A table as it is now, and who is at it. Belongs to one thread. */
final class TableState {
  private static final int MANY_READINGS = 256;

  final long object;

  /** How many sessions have written to it and not said what becomes of that. */
  int openWriters;

  private final List<Reading> readings = new ArrayList<>(0);

  TableState(long object) {
    this.object = object;
  }

  /** Notes a read that may have seen what takes effect from now on. */
  void add(Reading reading) {
    readings.add(reading);
    if (readings.size() % MANY_READINGS == 0) {
      readings.removeIf(each -> !each.mayGoOn());
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
    Iterator<Reading> each = readings.iterator();
    while (each.hasNext()) {
      Reading reading = each.next();
      if (!reading.mayGoOn()) {
        each.remove();
      } else if (reading.session() != session && reading.isAfter(queryId)) {
        reading.tell(object, output);
      }
    }
  }

  /** Nobody's changes are undecided any more: what was read is read. */
  void settle(Output output) {
    if (openWriters == 0 && !readings.isEmpty()) {
      for (Reading reading : readings) {
        reading.close(output);
      }
      readings.removeIf(each -> !each.mayGoOn());
    }
  }
}
