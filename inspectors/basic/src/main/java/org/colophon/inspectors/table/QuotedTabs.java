// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.util.HashSet;
import java.util.Set;
import org.apache.commons.csv.CSVRecord;

/**
 * Detects whether values of a table with tabs are quoted. A stray quote at the start of one value
 * and another at the end of a later value look like one quoted value. In that case the record has
 * fewer fields than others.
 */
final class QuotedTabs {
  private final Set<Integer> plainSizes = new HashSet<>();
  private final Set<Integer> otherSizes = new HashSet<>();

  /** Handles the next record; returns it unchanged if its values are quoted. */
  void take(CSVRecord each) {
    if (plainSizes.isEmpty() && otherSizes.isEmpty()) {
      plainSizes.add(each.size() + 1); // row names may be in a column without a name
    }
    boolean isPlain = each.stream().noneMatch(QuotedTabs::needsQuotes);
    (isPlain ? plainSizes : otherSizes).add(each.size());
  }

  private static boolean needsQuotes(String value) {
    return value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0 || value.indexOf(CsvTable.TAB) >= 0;
  }

  /** Returns whether each record with tabs or lines in values has as many fields as the others. */
  boolean areLikely() {
    return plainSizes.containsAll(otherSizes);
  }
}
