// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.pattern;

import org.colophon.core.model.Bytes;

/** Edit distance of names, for suggestions. */
public final class EditDistance {
  private EditDistance() {}

  /** Returns the edit distance, or any larger number if it exceeds the limit. */
  public static int of(Bytes a, Bytes b, int limit) {
    if (Math.abs(a.length() - b.length()) > limit) {
      return limit + 1;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.at(i - 1) == b.at(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
