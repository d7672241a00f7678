package org.colophon.storage.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;

/** The rows below a folder, without those that later ones made void. */
final class LatestEvents {
  private final Bytes folder;
  private final Map<Bytes, Long> latest = new HashMap<>();

  private LatestEvents(Bytes folder) {
    this.folder = folder;
  }

  /** Rows at or below a folder after one record and up to another, in order of records. */
  static List<NameEvent> visible(NameTable table, Bytes folder, long after, long upTo)
      throws SQLException {
    LatestEvents events = new LatestEvents(folder);
    List<NameEvent> found = new ArrayList<>(table.atOrBelow(folder, after, upTo));
    found.removeIf(each -> each.recordNo() <= after && !isOtherHalf(each, folder, after));
    for (NameEvent each : found) {
      if (!each.isBind()) {
        events.latest.merge(each.path(), each.recordNo(), Math::max);
      }
    }
    found.removeIf(events::isVoid);
    found.sort(Comparator.comparingLong(NameEvent::recordNo).thenComparing(NameEvent::hasCome));
    return found;
  }

  /** A folder that moved into itself left, and came below, by one record. */
  private static boolean isOtherHalf(NameEvent event, Bytes folder, long after) {
    return event.recordNo() == after && event.hasCome() && event.path().length() > folder.length();
  }

  /** Whether a later event concerns all of it. */
  private boolean isVoid(NameEvent each) {
    if (latest.isEmpty()) {
      return false;
    }
    Bytes path = each.path();
    for (int end = path.length(); end >= folder.length(); end--) {
      boolean isPrefix =
          end == path.length() || path.at(end) == '/' || (end > 0 && path.at(end - 1) == '/');
      if (isPrefix && latest.getOrDefault(path.slice(0, end), 0L) > each.recordNo()) {
        return true;
      }
    }
    return false;
  }
}
