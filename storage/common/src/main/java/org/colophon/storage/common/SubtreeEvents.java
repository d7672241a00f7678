// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;

/** The subtree events below a directory, which make earlier events void. */
public final class SubtreeEvents {
  private final Bytes directory;
  private final Map<Bytes, Long> latest = new HashMap<>();

  public SubtreeEvents(Bytes directory) {
    this.directory = directory;
  }

  /** Returns the visible events at or below a directory after a position, in order. */
  static <E extends Exception> List<NameEvent> visible(
      NameLog<E> log, Bytes directory, long after, long upTo) throws E {
    SubtreeEvents subtree = new SubtreeEvents(directory);
    List<NameEvent> found = new ArrayList<>(log.atOrBelow(directory, after, upTo));
    found.removeIf(each -> !isWithin(each, directory, after));
    for (NameEvent each : found) {
      if (!each.isBind()) {
        subtree.add(each);
      }
    }
    found.removeIf(subtree::isVoid);
    found.sort(Comparator.comparingLong(NameEvent::position).thenComparing(NameEvent::hasCome));
    return found;
  }

  /**
   * Returns whether an event changed names below a directory after a position. A directory that
   * moved into itself left and arrived at one position, so this arrival counts. A bind at the same
   * position happened later.
   */
  private static boolean isWithin(NameEvent event, Bytes directory, long after) {
    return event.position() > after
        || event.isBind()
        || (event.hasCome() && event.path().length() > directory.length());
  }

  public void add(NameEvent event) {
    latest.merge(event.path(), event.position(), Math::max);
  }

  /** Returns whether a later subtree event covers the event's path. */
  public boolean isVoid(NameEvent each) {
    if (latest.isEmpty()) {
      return false;
    }
    Bytes path = each.path();
    for (int end = path.length(); end >= directory.length(); end--) {
      boolean isPrefix =
          end == path.length() || path.at(end) == '/' || (end > 0 && path.at(end - 1) == '/');
      if (isPrefix && latest.getOrDefault(path.slice(0, end), 0L) > each.position()) {
        return true;
      }
    }
    return false;
  }
}
