package org.colophon.benchmarks.fuse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.benchmarks.threads.ThreadTimes;

/**
 * Time of each thread of each server in a round: rows of threads, columns of systems. Means, since
 * some threads work once in many rounds.
 */
final class ThreadRows {
  private static final double MILLIS = 1e3;

  /** Threads that never take so much in a round are one row. */
  private static final double MIN_MILLIS = 0.3;

  private static final String CLIENTS = "client";
  private static final String OTHERS = "others";

  /** Milliseconds of each round, by workload, thread and system. */
  private final Map<String, Map<String, Map<String, List<Double>>>> rounds = new LinkedHashMap<>();

  /** Takes up what one system did in one round. */
  void add(String workload, String system, ThreadTimes server, double clientSeconds) {
    Map<String, Map<String, List<Double>>> threads =
        rounds.computeIfAbsent(workload, name -> new TreeMap<>());
    add(threads, CLIENTS, system, clientSeconds * MILLIS);
    server
        .byName()
        .forEach((thread, times) -> add(threads, thread, system, times.seconds() * MILLIS));
  }

  private static void add(
      Map<String, Map<String, List<Double>>> threads, String thread, String system, double millis) {
    threads
        .computeIfAbsent(thread, name -> new LinkedHashMap<>())
        .computeIfAbsent(system, name -> new ArrayList<>())
        .add(millis);
  }

  /** Means of all rounds, in milliseconds. */
  List<Map<String, Object>> rows(List<String> systems) {
    List<Map<String, Object>> rows = new ArrayList<>();
    rounds.forEach((workload, threads) -> addRows(workload, threads, systems, rows));
    return rows;
  }

  private static void addRows(
      String workload,
      Map<String, Map<String, List<Double>>> threads,
      List<String> systems,
      List<Map<String, Object>> rows) {
    Map<String, Object> others = row(workload, OTHERS);
    systems.forEach(system -> others.put(system, 0.0));
    for (Map.Entry<String, Map<String, List<Double>>> thread : threads.entrySet()) {
      Map<String, Object> row = row(workload, thread.getKey());
      double most = 0;
      for (String system : systems) {
        double millis = mean(thread.getValue().getOrDefault(system, List.of(0.0)));
        row.put(system, millis);
        most = Math.max(most, millis);
      }
      if (most >= MIN_MILLIS) {
        rows.add(row);
      } else {
        systems.forEach(
            system -> others.merge(system, row.get(system), (a, b) -> (double) a + (double) b));
      }
    }
    rows.add(others);
  }

  private static Map<String, Object> row(String workload, String thread) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("workload", workload);
    row.put("ms a round", thread);
    return row;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
