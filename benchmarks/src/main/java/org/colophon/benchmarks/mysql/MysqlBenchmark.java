package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.pipeline.ChildProcess;
import org.colophon.benchmarks.result.Folders;
import org.colophon.benchmarks.tpcc.TpccLoad;
import org.colophon.benchmarks.tpcc.TpccResult;
import org.colophon.benchmarks.tpcc.TpccSettings;

/**
 * The same load on one MariaDB, in turns: without a log, with each log unread, and with each log
 * read by Colophon in a JVM of its own that stays; first as fast as it goes, then at a third of
 * what it did without a log, then a trickle. And the logs that nobody read are then taken in whole.
 */
public final class MysqlBenchmark implements AutoCloseable {
  /** The key of a row. */
  public static final String WHAT = "what";

  private static final String SATURATION = "saturation";
  private static final List<LogKind> LOGS = List.of(LogKind.GENERAL, LogKind.AUDIT);
  private static final double FIXED_SHARE = 1.0 / 3;
  private static final int IMPORT_ROUNDS = 6;

  /** Transactions a second of a server that has little to do: some 600 statements. */
  private static final double TRICKLE = 20;

  private final Shape shape;
  private final Path folder;
  private final ChildProcess child;
  private final Consumer<String> progress;
  private final LoggedServer server;
  private final RecorderHandle recorder;
  private final List<Map<String, Object>> loads = new ArrayList<>();
  private final List<Map<String, Object>> imports = new ArrayList<>();
  private double fastest;
  private int marks;

  /**
   * What is asked.
   *
   * @param clients of the load, each with a connection
   * @param settling of the recorder, with each log, before the rounds: it has just started and is
   *     being compiled, which a service that runs for months has behind it
   * @param warmUp of each load, read by Colophon but with response times uncounted
   * @param length of each load
   */
  public record Shape(
      int warehouses, int clients, Duration settling, Duration warmUp, Duration length) {}

  /** Starts the server and the recorder, and fills the tables. */
  public MysqlBenchmark(Shape shape, Path folder, ChildProcess child, Consumer<String> progress) {
    this.shape = shape;
    this.folder = folder;
    this.child = child;
    this.progress = progress;
    server = new LoggedServer(folder.resolve("server"));
    recorder = new RecorderHandle(child, folder.resolve("store"));
    server.write(LogKind.NONE, null);
    progress.accept("filling " + shape.warehouses() + " warehouses");
    load(0, shape.length()).prepare();
  }

  /** The recorder's first load with each log, told apart from the rounds. Once, before them. */
  public void settle() {
    for (LogKind log : LOGS) {
      run("just started", log, true, 0, shape.settling());
    }
  }

  /** Each load once, in turn. */
  public void round() {
    fastest = Math.max(fastest, round(SATURATION, 0));
    round("a third", fastest * FIXED_SHARE);
    for (LogKind log : LOGS) {
      run("a trickle", log, true, TRICKLE, shape.length());
    }
  }

  private double round(String speed, double rate) {
    double unlogged = run(speed, LogKind.NONE, false, rate, shape.length());
    for (LogKind log : LOGS) {
      run(speed, log, false, rate, shape.length());
      run(speed, log, true, rate, shape.length());
    }
    return unlogged;
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

  private double run(String speed, LogKind log, boolean isRecorded, double rate, Duration length) {
    Path file = folder.resolve("log-" + marks);
    server.write(log, file);
    if (isRecorded) {
      recorder.attach(file);
    }
    long before = server.statements();
    TpccResult result = load(rate, length).run();
    long statements = server.statements() - before;
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(WHAT, speed + ", " + log.title + (isRecorded ? ", recorded" : ""));
    row.put("transactions/s", result.throughput());
    Map<String, Object> figures = result.figures();
    for (String name : List.of("statementsPerSecond", "meanMillis", "medianMillis", "p95Millis")) {
      row.put(name, figures.get(name));
    }
    end(isRecorded, statements, row);
    progress.accept(row.toString());
    loads.add(row);
    if (log != LogKind.NONE && !isRecorded && speed.equals(SATURATION)) {
      takeIn(log, file, statements);
    }
    Folders.delete(file);
    return result.throughput();
  }

  /** Marks the end of the log, and waits for the recorder to come to it, if it reads. */
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
        child.runMain(
            LogImport.class.getName(),
            file.toString(),
            Long.toString(statements),
            folder.toString(),
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
