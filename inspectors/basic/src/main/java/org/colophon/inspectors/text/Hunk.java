// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.util.ArrayList;
import java.util.List;

/** Neighbouring changes with the lines around them: half-open ranges of old and new lines. */
record Hunk(int oldStart, int oldEnd, int newStart, int newEnd) {
  static List<Hunk> of(int[] match, int newLines, int context) {
    List<Hunk> hunks = new ArrayList<>();
    int newAt = 0;
    for (int oldAt = 0; oldAt <= match.length; ) {
      int oldStart = oldAt;
      while (oldAt < match.length && match[oldAt] < 0) {
        oldAt++;
      }
      int newEnd = oldAt < match.length ? match[oldAt] : newLines;
      if (oldAt > oldStart || newEnd > newAt) {
        add(hunks, new Hunk(oldStart, oldAt, newAt, newEnd), context, match.length, newLines);
      }
      newAt = newEnd + 1;
      oldAt++;
    }
    return hunks;
  }

  /** Adds a change. Changes with touching context lines become one hunk. */
  private static void add(List<Hunk> hunks, Hunk change, int context, int oldLines, int newLines) {
    int lead = Math.min(context, Math.min(change.oldStart, change.newStart));
    int tail = Math.min(context, Math.min(oldLines - change.oldEnd, newLines - change.newEnd));
    Hunk hunk =
        new Hunk(
            change.oldStart - lead,
            change.oldEnd + tail,
            change.newStart - lead,
            change.newEnd + tail);
    Hunk last = hunks.isEmpty() ? null : hunks.get(hunks.size() - 1);
    if (last != null && last.oldEnd >= hunk.oldStart) {
      hunks.set(hunks.size() - 1, new Hunk(last.oldStart, hunk.oldEnd, last.newStart, hunk.newEnd));
    } else {
      hunks.add(hunk);
    }
  }
}
