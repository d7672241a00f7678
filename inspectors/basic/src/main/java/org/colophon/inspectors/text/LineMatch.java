// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MyersDiff;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Matches the lines of an old text with those of a new one, in order and in bounded time and
 * memory:
 *
 * <ol>
 *   <li>Equal lines at the beginning and at the end are set aside.
 *   <li>Lines that only one text has are set aside, since they match nothing.
 *   <li>Myers' algorithm (E. Myers, An O(ND) difference algorithm and its variations, 1986) matches
 *       the remaining lines, unless there are too many differences, since it is quadratic in these.
 *   <li>With too many differences, only lines that are unique in both texts are matched, in the
 *       longest sequence with the same order (Bram Cohen's patience diff).
 * </ol>
 */
final class LineMatch {
  private static final int MAX_DIFFERENCES = 800;
  private static final int NONE = -1;

  private final int[] before;
  private final int[] after;

  /** For each old line the index of its new line, or NONE. */
  private final int[] match;

  private LineMatch(int[] before, int[] after) {
    this.before = before;
    this.after = after;
    this.match = new int[before.length];
    Arrays.fill(match, NONE);
  }

  /**
   * Returns for each old line the index of the equal new line, in ascending order; -1 if it was
   * removed.
   */
  static int[] of(List<String> before, List<String> after) {
    Map<String, Integer> numbers = new HashMap<>();
    LineMatch lines = new LineMatch(numbered(before, numbers), numbered(after, numbers));
    lines.matchAll(numbers.size());
    return lines.match;
  }

  private static int[] numbered(List<String> lines, Map<String, Integer> numbers) {
    int[] result = new int[lines.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = numbers.computeIfAbsent(lines.get(i), line -> numbers.size());
    }
    return result;
  }

  private void matchAll(int numbers) {
    int start = 0;
    int least = Math.min(before.length, after.length);
    while (start < least && before[start] == after[start]) {
      match[start] = start++;
    }
    int oldEnd = before.length;
    int newEnd = after.length;
    while (oldEnd > start && newEnd > start && before[oldEnd - 1] == after[newEnd - 1]) {
      match[--oldEnd] = --newEnd;
    }
    int[] inBefore = counts(before, start, oldEnd, numbers);
    int[] inAfter = counts(after, start, newEnd, numbers);
    List<Integer> oldLines = places(before, start, oldEnd, inAfter);
    List<Integer> newLines = places(after, start, newEnd, inBefore);
    if (!isMatchedByMyers(oldLines, newLines)) {
      matchUnique(oldLines, newLines, inBefore, inAfter);
    }
  }

  private static int[] counts(int[] lines, int start, int end, int numbers) {
    int[] counts = new int[numbers];
    for (int i = start; i < end; i++) {
      counts[lines[i]]++;
    }
    return counts;
  }

  private static List<Integer> places(int[] lines, int start, int end, int[] inOther) {
    List<Integer> places = new ArrayList<>();
    for (int i = start; i < end; i++) {
      if (inOther[lines[i]] > 0) {
        places.add(i);
      }
    }
    return places;
  }

  private boolean isMatchedByMyers(List<Integer> oldLines, List<Integer> newLines) {
    List<Change> changes;
    try {
      changes =
          new MyersDiff<Integer>()
                  .computeDiff(
                      oldLines.stream().map(i -> before[i]).toList(),
                      newLines.stream().map(i -> after[i]).toList(),
                      new Bound())
                  .stream()
                  .sorted(Comparator.comparingInt(change -> change.startOriginal))
                  .toList();
    } catch (TooManyException e) {
      return false;
    }
    int oldAt = 0;
    int newAt = 0;
    for (Change change : changes) {
      pair(oldLines, newLines, oldAt, newAt, change.startOriginal - oldAt);
      oldAt = change.endOriginal;
      newAt = change.endRevised;
    }
    pair(oldLines, newLines, oldAt, newAt, oldLines.size() - oldAt);
    return true;
  }

  private void pair(
      List<Integer> oldLines, List<Integer> newLines, int oldAt, int newAt, int count) {
    for (int i = 0; i < count; i++) {
      match[oldLines.get(oldAt + i)] = newLines.get(newAt + i);
    }
  }

  private void matchUnique(
      List<Integer> oldLines, List<Integer> newLines, int[] inBefore, int[] inAfter) {
    Map<Integer, Integer> newPlaces = new HashMap<>();
    for (int place : newLines) {
      newPlaces.put(after[place], place);
    }
    List<Integer> uniques = new ArrayList<>();
    for (int place : oldLines) {
      if (inBefore[before[place]] == 1 && inAfter[before[place]] == 1) {
        uniques.add(place);
      }
    }
    int[] targets = uniques.stream().mapToInt(place -> newPlaces.get(before[place])).toArray();
    for (int index : IncreasingSequence.of(targets)) {
      match[uniques.get(index)] = targets[index];
    }
  }

  /** Decides at each difference whether Myers' algorithm has found too many. */
  private static final class Bound implements DiffAlgorithmListener {
    @Override
    public void diffStart() {}

    @Override
    public void diffStep(int value, int max) {
      if (value > MAX_DIFFERENCES) {
        throw new TooManyException();
      }
    }

    @Override
    public void diffEnd() {}
  }

  private static final class TooManyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyException() {
      super("too many differences", null, false, false);
    }
  }
}
