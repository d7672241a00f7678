// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.util.Arrays;

/** The longest increasing subsequence of numbers that are all different, in O(n log n) time. */
final class IncreasingSequence {
  private IncreasingSequence() {}

  static int[] of(int[] values) {
    int[] lastOfLength = new int[values.length];
    int[] lastValues = new int[values.length];
    int[] previous = new int[values.length];
    int length = 0;
    for (int i = 0; i < values.length; i++) {
      int longest = -1 - Arrays.binarySearch(lastValues, 0, length, values[i]);
      previous[i] = longest == 0 ? -1 : lastOfLength[longest - 1];
      lastOfLength[longest] = i;
      lastValues[longest] = values[i];
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
}
