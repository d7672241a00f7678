// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.ListStatistics;

/** Computes medians, because means are misleading on a shared machine. */
public final class Medians {
  /** Key of a row's confidence intervals: a map from columns to half widths. */
  public static final String INTERVALS = "95 % intervals";

  private static final double CONFIDENCE = 0.95;

  /** Minimum number of runs with an interval. */
  private static final int MIN_RUNS = 3;

  private Medians() {}

  /** Returns the median: the middle value, or the mean of the two in the middle. */
  public static double of(double... values) {
    return new ListStatistics(values).getPercentile(50);
  }

  /** Returns the geometric mean of positive values. */
  public static double geometricMean(double... values) {
    return Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow());
  }

  /** Returns the geometric means of columns as a row with a label in its first column. */
  public static Figures geometricMeans(String column, List<Figures> rows, List<String> columns) {
    Figures means = Figures.of(column, "geometric mean");
    columns.forEach(each -> means.put(each, geometricMean(values(rows, each))));
    return means;
  }

  /** Returns the median of a column. */
  public static double of(List<Figures> rows, String column) {
    return of(values(rows, column));
  }

  private static double[] values(List<Figures> rows, String column) {
    return rows.stream().mapToDouble(row -> row.number(column)).toArray();
  }

  /**
   * Returns half the width of the 95 % confidence interval of a row's column, by Student's t over
   * its runs.
   *
   * @return infinity if the row has too few runs
   */
  public static double interval(Map<String, Object> row, String column) {
    return row.get(INTERVALS) instanceof Map<?, ?> all && all.get(column) instanceof Number half
        ? half.doubleValue()
        : Double.POSITIVE_INFINITY;
  }

  /**
   * Groups rows by the values of some columns, in order of first occurrence. Each group becomes a
   * row. It has the medians of numbers with their {@link #INTERVALS}, and the first of other
   * values.
   */
  public static List<Figures> rows(List<Figures> runs, String... columns) {
    return runs.stream()
        .collect(
            Collectors.groupingBy(
                run -> Arrays.stream(columns).map(run::get).toList(),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .stream()
        .map(Medians::row)
        .toList();
  }

  private static Figures row(List<Figures> runs) {
    Figures row = new Figures();
    row.putAll(runs.get(0));
    row.replaceAll((name, first) -> first instanceof Number ? (Object) of(runs, name) : first);
    row.put("runs", runs.size());
    if (runs.size() >= MIN_RUNS) {
      Figures intervals = new Figures();
      runs.get(0).forEach((name, first) -> putInterval(intervals, runs, name, first));
      row.put(INTERVALS, intervals);
    }
    return row;
  }

  private static void putInterval(
      Figures intervals, List<Figures> runs, String name, @Nullable Object first) {
    if (first instanceof Number) {
      intervals.put(name, new ListStatistics(values(runs, name)).getMeanErrorAt(CONFIDENCE));
    }
  }
}
