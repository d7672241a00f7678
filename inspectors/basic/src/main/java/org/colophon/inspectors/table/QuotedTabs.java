package org.colophon.inspectors.table;

import java.util.HashSet;
import java.util.Set;
import org.apache.commons.csv.CSVRecord;

/**
 * Finds out whether quotes stand around values of a table with tabs. A value that begins with a
 * lone quote and one behind it that ends with another look like a single one with tabs and lines;
 * but then the record has fewer fields than others.
 */
final class QuotedTabs {
  private final Set<Integer> plainSizes = new HashSet<>();
  private final Set<Integer> otherSizes = new HashSet<>();

  /** Takes the next record, unchanged if its values are quoted. */
  void take(CSVRecord each) {
    if (plainSizes.isEmpty() && otherSizes.isEmpty()) {
      plainSizes.add(each.size() + 1); // rows' own names may be in a column that has no name
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
