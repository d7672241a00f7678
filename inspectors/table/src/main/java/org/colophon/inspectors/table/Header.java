package org.colophon.inspectors.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds out whether a table's first record has the names of its columns. */
final class Header {
  /** Rows behind these make nothing else of the first record, so that names stay names. */
  private static final int SAMPLE_ROWS = 20;

  /** What stands for a value that is not there is no name. */
  private static final Pattern MISSING = Pattern.compile("(?i)n/?a|nan|null|none|nil|[-?.*]+");

  private static final Pattern YEAR = Pattern.compile("(18|19|20|21)\\d\\d");
  private static final int SEVERAL = 2;

  private final List<ColumnType> types = new ArrayList<>();

  /** Columns with a value that is no year. */
  private final BitSet others = new BitSet();

  private int rows;

  /** Takes a record that is not the first. */
  void below(List<String> values) {
    if (++rows > SAMPLE_ROWS) {
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      if (i == types.size()) {
        types.add(ColumnType.EMPTY);
      }
      types.set(i, types.get(i).with(values.get(i)));
      if (!values.get(i).isBlank() && !isYear(values.get(i))) {
        others.set(i);
      }
    }
  }

  /**
   * Names are there. They are all different, and neither numbers nor dates; or else one of them is
   * nothing like the values below, or several are years and those are not. The first may be
   * missing: pandas and R write rows' own names into a column that has none.
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

  /** As in {@code country,2019,2020}. */
  private boolean areYears(List<String> first) {
    Set<String> years = new HashSet<>();
    for (int i = 0; i < first.size(); i++) {
      if (isYear(first.get(i)) && !(others.get(i) && years.add(first.get(i)))) {
        return false;
      }
    }
    return years.size() >= SEVERAL;
  }

  private static boolean isYear(String value) {
    return YEAR.matcher(value.strip()).matches();
  }
}
