// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides whether a table's first record has the names of its columns. */
final class Header {
  /**
   * Number of rows that decide whether the first record is a header. Later rows do not change that.
   */
  private static final int SAMPLE_ROWS = 20;

  /** Texts for a missing value, which are not column names. */
  private static final Pattern MISSING = Pattern.compile("(?i)n/?a|nan|null|none|nil|[-?.*]+");

  private static final Pattern YEAR = Pattern.compile("(18|19|20|21)\\d\\d");
  private static final int SEVERAL = 2;

  /**
   * Required number of other numbers for each number that looks like a year. Numbers near 2000 need
   * not be years.
   */
  private static final int OTHERS_PER_YEAR = 3;

  private final List<ColumnType> types = new ArrayList<>();

  /**
   * For each column, the number of values that are not years, minus {@link #OTHERS_PER_YEAR} for
   * each year.
   */
  private final List<Integer> others = new ArrayList<>();

  private int rows;

  void below(List<String> values) {
    if (++rows > SAMPLE_ROWS) {
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      if (i == types.size()) {
        types.add(ColumnType.EMPTY);
        others.add(0);
      }
      types.set(i, types.get(i).with(values.get(i)));
      if (!values.get(i).isBlank()) {
        others.set(i, others.get(i) + (isYear(values.get(i)) ? -OTHERS_PER_YEAR : 1));
      }
    }
  }

  /**
   * Returns true if the record is a header. A name is missing only in the first column, since
   * pandas and R write row names into a column without one. In addition one of these holds: all
   * names are different texts; a name differs in type from the values below it; or several names
   * are years, with few years below them.
   */
  boolean isAt(List<String> first) {
    int missing = first.lastIndexOf("");
    boolean mayMiss = missing < 0 || (missing == 0 && first.size() > 1);
    return mayMiss && (areWords(first) || isUnlikeValues(first) || areYears(first));
  }

  private static boolean areWords(List<String> first) {
    Set<String> names = new HashSet<>();
    for (String each : first) {
      boolean isWord = each.isEmpty() || ColumnType.of(each) == ColumnType.TEXT;
      if (!isWord || !names.add(each)) {
        return false;
      }
    }
    return true;
  }

  private boolean isUnlikeValues(List<String> first) {
    for (int i = 0; i < Math.min(first.size(), types.size()); i++) {
      ColumnType values = types.get(i);
      boolean isUnlike =
          switch (ColumnType.of(first.get(i))) {
            case TEXT ->
                values != ColumnType.TEXT
                    && values != ColumnType.EMPTY
                    && !MISSING.matcher(first.get(i)).matches();
            case DATE -> values == ColumnType.INTEGER || values == ColumnType.NUMBER;
            default -> false;
          };
      if (isUnlike) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether several names are years, as in {@code country,2019,2020}. */
  private boolean areYears(List<String> first) {
    Set<String> years = new HashSet<>();
    for (int i = 0; i < first.size(); i++) {
      if (isYear(first.get(i)) && !(hasOthers(i) && years.add(first.get(i)))) {
        return false;
      }
    }
    return years.size() >= SEVERAL;
  }

  private boolean hasOthers(int column) {
    return column < others.size() && others.get(column) > 0;
  }

  private static boolean isYear(String value) {
    return YEAR.matcher(value.strip()).matches();
  }
}
