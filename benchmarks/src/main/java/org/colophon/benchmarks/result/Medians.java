package org.colophon.benchmarks.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes medians, because means are misleading on a shared machine. */
public final class Medians {
  private Medians() {}

  /** Returns the median: the middle value, or the mean of the two in the middle. */
  public static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the geometric mean of positive values. */
  public static double geometricMean(double... values) {
    return Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow());
  }

  /**
   * Groups rows by the value of a key, in order of first occurrence. Each group becomes a row. It
   * has the medians of numbers, and the first of other values.
   */
  public static List<Map<String, Object>> rows(List<Map<String, Object>> runs, String key) {
    Map<Object, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    for (Map<String, Object> run : runs) {
      groups.computeIfAbsent(run.get(key), ignored -> new ArrayList<>()).add(run);
    }
    return groups.values().stream().map(Medians::row).toList();
  }

  private static Map<String, Object> row(List<Map<String, Object>> runs) {
    Map<String, Object> row = new LinkedHashMap<>();
    runs.get(0)
        .forEach(
            (name, first) -> row.put(name, first instanceof Number ? median(runs, name) : first));
    row.put("runs", runs.size());
    return row;
  }

  private static double median(List<Map<String, Object>> runs, String name) {
    return of(runs.stream().mapToDouble(run -> ((Number) run.get(name)).doubleValue()).toArray());
  }
}
