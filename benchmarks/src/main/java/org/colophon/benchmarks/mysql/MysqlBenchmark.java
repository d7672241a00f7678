package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.tpcc.TpccLoad;
import org.colophon.benchmarks.tpcc.TpccResult;
import org.colophon.benchmarks.tpcc.TpccSettings;

/**
 * Runs the same load on one MariaDB: without a log, with each log unread, and with each log
 * followed by one Colophon JVM for all runs. The load first has no limit, then a third of the rate
 * reached without a log, then a low rate. Afterwards the unread logs are imported completely.
 * {@link #pairs} runs only the load at a third, in many short pairs.
 */
public final class MysqlBenchmark implements AutoCloseable {
  /** The key of a row. */
  public static final String WHAT = "what";

  private static final String SATURATION = "saturation";
  private static final String THROUGHPUT = "transactions/s";
  private static final String A_THIRD = "a third";
  private static final List<LogKind> LOGS = List.of(LogKind.GENERAL, LogKind.AUDIT);
  private static final List<String> RESPONSE_TIMES =
      List.of("meanMillis", "medianMillis", "p95Millis");
  private static final double FIXED_SHARE = 1.0 / 3;
  private static final int IMPORT_ROUNDS = 6;

  /** Transactions per second of a nearly idle server, about 600 statements. */
  private static final double TRICKLE = 20;

  private final Shape shape;
  private final Path directory;
  private final ChildProcess child;
  private final Consumer<String> progress;
  private final LoggedServer server;
  private final RecorderHandle recorder;
  private final List<Map<String, Object>> loads = new ArrayList<>();
  private final List<Map<String, Object>> imports = new ArrayList<>();
  private double fastest;
  private int marks;

  /**
   * Parameters of a run.
   *
   * @param clients clients of the load, each with a connection.
   * @param settling time before the rounds, during which the JVM compiles the recorder's code, as
   *     in a service that has run for months.
   * @param warmUp time of each load that Colophon reads, but whose response times do not count.
   * @param length measured time of each load.
   */
  public record Shape(
      int warehouses, int clients, Duration settling, Duration warmUp, Duration length) {}

  /** Starts the server and the recorder, and fills the tables. */
  public MysqlBenchmark(
      Shape shape, Path directory, ChildProcess child, Consumer<String> progress) {
    this.shape = shape;
    this.directory = directory;
    this.child = child;
    this.progress = progress;
    server = new LoggedServer(directory.resolve("server"));
    recorder = new RecorderHandle(child, directory.resolve("store"));
    server.write(LogKind.NONE, null);
    progress.accept("filling " + shape.warehouses() + " warehouses");
    load(0, shape.length()).prepare();
  }

  /** Runs the recorder's first load with each log before the rounds, reported separately. */
  public void settle() {
    for (LogKind log : LOGS) {
      loads.add(run("just started", log, true, 0, shape.settling()));
    }
  }

  /** Runs each load once, in turn. */
  public void round() {
    fastest = Math.max(fastest, round(SATURATION, 0));
    round(A_THIRD, fastest * FIXED_SHARE);
    for (LogKind log : LOGS) {
      loads.add(run("a trickle", log, true, TRICKLE, shape.length()));
    }
  }

  /**
   * Runs a third of the load with each log, unread and read in direct succession. The order
   * alternates between rounds, so that other work of the machine affects both alike. Returns all
   * runs.
   */
  public List<Map<String, Object>> pairs(int rounds) {
    double third =
        throughput(run(SATURATION, LogKind.NONE, false, 0, shape.length())) * FIXED_SHARE;
    List<Map<String, Object>> runs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      boolean isReadFirst = round % 2 == 1;
      for (LogKind log : LOGS) {
        Map<String, Object> first = run(A_THIRD, log, isReadFirst, third, shape.length());
        Map<String, Object> second = run(A_THIRD, log, !isReadFirst, third, shape.length());
        Map<String, Object> unread = isReadFirst ? second : first;
        compare(first, unread);
        compare(second, unread);
        runs.addAll(List.of(first, second));
      }
    }
    return runs;
  }

  private static void compare(Map<String, Object> row, Map<String, Object> unread) {
    for (String figure : RESPONSE_TIMES) {
      double ratio =
          ((Number) row.get(figure)).doubleValue() / ((Number) unread.get(figure)).doubleValue();
      row.put(figure.replace("Millis", "") + " / unread", ratio);
    }
  }

  private double round(String speed, double rate) {
    Map<String, Object> unlogged = run(speed, LogKind.NONE, false, rate, shape.length());
    loads.add(unlogged);
    for (LogKind log : LOGS) {
      loads.add(run(speed, log, false, rate, shape.length()));
      loads.add(run(speed, log, true, rate, shape.length()));
    }
    return throughput(unlogged);
  }

  private static double throughput(Map<String, Object> row) {
    return ((Number) row.get(THROUGHPUT)).doubleValue();
  }

  public List<Map<String, Object>> loads() {
    return loads;
  }

  public List<Map<String, Object>> imports() {
    return imports;
  }

  private TpccLoad load(double rate, Duration length) {
    return new TpccLoad(
        new TpccSettings(
            server.url(),
            shape.warehouses(),
            300,
            10_000,
            shape.clients(),
            rate,
            shape.warmUp(),
            length,
            4711));
  }

  private Map<String, Object> run(
      String speed, LogKind log, boolean isRecorded, double rate, Duration length) {
    Path file = directory.resolve("log-" + marks);
    server.write(log, file);
    if (isRecorded) {
      recorder.attach(file);
    }
    long before = server.statements();
    TpccResult result = load(rate, length).run();
    long statements = server.statements() - before;
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(WHAT, speed + ", " + log.title + (isRecorded ? ", recorded" : ""));
    row.put(THROUGHPUT, result.throughput());
    Map<String, Object> figures = result.figures();
    row.put("statementsPerSecond", figures.get("statementsPerSecond"));
    RESPONSE_TIMES.forEach(name -> row.put(name, figures.get(name)));
    end(isRecorded, statements, row);
    progress.accept(row.toString());
    if (log != LogKind.NONE && !isRecorded && speed.equals(SATURATION)) {
      takeIn(log, file, statements);
    }
    Directories.delete(file);
    return row;
  }

  /** Marks the end of the log, and waits until a reading recorder reaches it. */
  private void end(boolean isRecorded, long statements, Map<String, Object> row) {
    String table = "end_" + marks++;
    server.mark(table);
    server.write(LogKind.NONE, null);
    double cpu = 0;
    double behind = 0;
    if (isRecorded) {
      Map<String, Object> cost = recorder.finish(LoggedServer.DATABASE + "/" + table);
      cpu = ((Number) cost.get(RecordingProcess.CPU_SECONDS)).doubleValue();
      behind = ((Number) cost.get(RecordingProcess.BEHIND_SECONDS)).doubleValue();
    }
    row.put("recorder us/statement", cpu * 1e6 / statements);
    row.put(RecordingProcess.BEHIND_SECONDS, behind);
  }

  private void takeIn(LogKind log, Path file, long statements) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(WHAT, log.title);
    row.put("statements", statements);
    row.putAll(
        child.run(
            LogImport.class,
            file.toString(),
            Long.toString(statements),
            directory.toString(),
            Integer.toString(IMPORT_ROUNDS)));
    progress.accept(row.toString());
    imports.add(row);
  }

  @Override
  public void close() {
    recorder.close();
    server.close();
  }
}
