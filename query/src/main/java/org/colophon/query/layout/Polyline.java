// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import org.agrona.collections.IntArrayList;

/** Points of a link from left to right. Omits points within a horizontal line. */
final class Polyline {
  private final int shift;
  private final IntArrayList points = new IntArrayList();

  Polyline(int shift) {
    this.shift = shift;
  }

  void add(int x, int unshiftedY) {
    int y = unshiftedY + shift;
    int size = points.size();
    boolean isSame = size >= 2 && points.getInt(size - 2) == x && points.getInt(size - 1) == y;
    boolean isStraight = size >= 4 && points.getInt(size - 3) == y && points.getInt(size - 1) == y;
    if (isStraight) {
      points.setInt(size - 2, x);
    } else if (!isSame) {
      points.addInt(x);
      points.addInt(y);
    }
  }

  /**
   * Returns pairs of x and y.
   *
   * @param isBackwards whether the link leads to the left
   * @param isMirrored whether to exchange x and y
   */
  int[] points(boolean isBackwards, boolean isMirrored) {
    int[] all = points.toIntArray();
    for (int i = 0; isMirrored && i < all.length; i += 2) {
      swap(all, i, i + 1);
    }
    for (int i = 0; isBackwards && i < all.length / 4; i++) {
      int other = all.length / 2 - 1 - i;
      swap(all, 2 * i, 2 * other);
      swap(all, 2 * i + 1, 2 * other + 1);
    }
    return all;
  }

  private static void swap(int[] values, int one, int other) {
    int value = values[one];
    values[one] = values[other];
    values[other] = value;
  }
}
