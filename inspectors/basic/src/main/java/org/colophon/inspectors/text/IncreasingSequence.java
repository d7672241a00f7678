package org.colophon.inspectors.text;

/** The longest increasing subsequence of numbers that are all different, in n log n. */
final class IncreasingSequence {
  private IncreasingSequence() {}

  /** The indexes of its members, rising. */
  static int[] of(int[] values) {
    int[] lastOfLength = new int[values.length];
    int[] previous = new int[values.length];
    int length = 0;
    for (int i = 0; i < values.length; i++) {
      int longest = longestBelow(values, lastOfLength, length, values[i]);
      previous[i] = longest == 0 ? -1 : lastOfLength[longest - 1];
      lastOfLength[longest] = i;
      length = Math.max(length, longest + 1);
    }
    int[] indexes = new int[length];
    int at = length == 0 ? -1 : lastOfLength[length - 1];
    for (int i = length - 1; i >= 0; i--) {
      indexes[i] = at;
      at = previous[at];
    }
    return indexes;
  }

  /** Returns the length of the longest sequence whose last value is below the given one. */
  private static int longestBelow(int[] values, int[] lastOfLength, int length, int value) {
    int low = 0;
    int high = length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[lastOfLength[middle]] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
