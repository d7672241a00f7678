package org.colophon.storage.rocksdb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;

/** The name records below a folder, without those that later ones made void. */
final class SubtreeEvents {
  private final Bytes folder;
  private final Map<Bytes, Long> latestEvents = new HashMap<>();

  private SubtreeEvents(Bytes folder) {
    this.folder = folder;
  }

  /** Records at or below a folder after one stamp and up to another, in order of stamps. */
  static List<NameRecord> visible(PathCursor cursor, Bytes folder, long after, long upTo) {
    SubtreeEvents subtree = new SubtreeEvents(folder);
    List<NameRecord> found = new ArrayList<>();
    cursor.forEachBelow(
        StoreFormat.PREFIX_EVENT,
        folder,
        after - 1,
        upTo,
        event -> {
          if (isWithin(event, folder, after)) {
            found.add(event);
            subtree.latestEvents.merge(event.path(), event.stamp(), Math::max);
          }
        });
    found.removeIf(subtree::isVoid);
    cursor.forEachBelow(
        StoreFormat.BOUND,
        folder,
        after - 1, // see NameReader: what is bound at the stamp of an event came behind it
        upTo,
        bind -> {
          if (!subtree.isVoid(bind)) {
            found.add(bind);
          }
        });
    found.sort(Comparator.comparingLong(NameRecord::stamp).thenComparing(NameRecord::hasCome));
    return found;
  }

  /** Whether prefix events at or below a folder lie after one stamp and up to another. */
  static boolean exist(PathCursor cursor, Bytes folder, long after, long upTo) {
    return cursor.anyBelow(
        StoreFormat.PREFIX_EVENT, folder, after - 1, upTo, event -> isWithin(event, folder, after));
  }

  private static boolean isWithin(NameRecord event, Bytes folder, long after) {
    return event.stamp() > after || isOtherHalf(event, folder, after);
  }

  /** A folder that moved into itself left, and came below, at one stamp. */
  private static boolean isOtherHalf(NameRecord event, Bytes folder, long after) {
    return event.stamp() == after && event.hasCome() && event.path().length() > folder.length();
  }

  /** Whether a later prefix event concerns all of it. */
  private boolean isVoid(NameRecord each) {
    if (latestEvents.isEmpty()) {
      return false;
    }
    Bytes path = each.path();
    for (int end = path.length(); end >= folder.length(); end--) {
      boolean isPrefix =
          end == path.length() || path.at(end) == '/' || (end > 0 && path.at(end - 1) == '/');
      if (isPrefix && latestEvents.getOrDefault(path.slice(0, end), 0L) > each.stamp()) {
        return true;
      }
    }
    return false;
  }
}
