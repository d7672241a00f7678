// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Formats rows of values as a Markdown table. The confidence interval of a median's runs follows
 * it. If they differ by more than 5 %, their range follows, too.
 */
public final class MarkdownTable {
  private static final double STABLE_SPREAD = 0.05;

  private MarkdownTable() {}

  /**
   * Returns the table, with a newline at its end. It has a column for each key with a value other
   * than 0.
   *
   * @param runs the single runs of the rows
   */
  public static String of(
      List<? extends Map<String, Object>> rows, List<? extends Map<String, Object>> runs) {
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> row.forEach((name, value) -> addColumn(columns, name, value)));
    StringBuilder text = new StringBuilder();
    appendLine(text, List.copyOf(columns));
    appendLine(text, columns.stream().map(column -> "---").toList());
    for (Map<String, Object> row : rows) {
      List<String> cells = new ArrayList<>();
      List<? extends Map<String, Object>> own =
          runs.stream().filter(run -> isOf(run, row)).toList();
      columns.forEach(
          column ->
              cells.add(cell(row.get(column)) + interval(row, column) + range(own, row, column)));
      appendLine(text, cells);
    }
    return text.toString();
  }

  private static void addColumn(Set<String> columns, String name, Object value) {
    boolean isZero = value instanceof Number number && number.doubleValue() == 0;
    if (!isZero && !name.equals(Medians.INTERVALS)) {
      columns.add(name);
    }
  }

  /** Returns whether a run has the same texts as a row. */
  private static boolean isOf(Map<String, Object> run, Map<String, Object> row) {
    return row.entrySet().stream()
        .allMatch(
            each ->
                each.getValue() instanceof Number
                    || each.getKey().equals(Medians.INTERVALS)
                    || Objects.equals(each.getValue(), run.get(each.getKey())));
  }

  /** Returns the confidence interval of a column. Returns an empty text without one. */
  private static String interval(Map<String, Object> row, String column) {
    double half = Medians.interval(row, column);
    return half > 0 && Double.isFinite(half) ? " ± " + number(half) : "";
  }

  /** Returns the range of a median. Returns an empty text if its runs agree. */
  private static String range(
      List<? extends Map<String, Object>> runs, Map<String, Object> row, String column) {
    double[] values =
        runs.stream()
            .map(run -> run.get(column))
            .filter(Number.class::isInstance)
            .mapToDouble(value -> ((Number) value).doubleValue())
            .sorted()
            .toArray();
    if (values.length < 2 || !(row.get(column) instanceof Number figure)) {
      return "";
    }
    double median = figure.doubleValue();
    double least = values[0];
    double most = values[values.length - 1];
    boolean isMedian = Math.abs(Medians.of(values) - median) <= 1e-9 * Math.abs(median);
    boolean isStable = most - least <= STABLE_SPREAD * Math.abs(median);
    return !isMedian || isStable ? "" : " (%s to %s)".formatted(number(least), number(most));
  }

  private static void appendLine(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof Number ? number(((Number) value).doubleValue()) : value.toString();
  }

  /** Returns three significant digits, or all digits before the decimal point. */
  static String number(double value) {
    double size = Math.abs(value);
    if (value == Math.rint(value) || size >= 100) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    int decimals = size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
