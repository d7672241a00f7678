package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.tpcc.TpccLoad;
import org.colophon.benchmarks.tpcc.TpccSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the cost of recording a database. Runs the same load on one MariaDB: without a log, with
 * each log unread, and with each log followed. The same Colophon JVM follows the logs in all runs.
 * The load first has no limit, then a third of the rate reached without a log, then a low rate.
 * Finally the unread logs are imported completely.
 */
@Command(
    name = "mysql",
    mixinStandardHelpOptions = true,
    description = "A load like TPC-C's on MariaDB: without a log, with logs, with logs recorded.")
public final class MysqlBenchmark implements Runnable {
  private static final String WHAT = "what";
  private static final String SATURATION = "saturation";
  private static final List<LogKind> LOGS = List.of(LogKind.GENERAL, LogKind.AUDIT);
  private static final double FIXED_SHARE = 1.0 / 3;
  private static final int IMPORT_ROUNDS = 6;

  /** Transactions per second of a nearly idle server, which are about 600 statements. */
  private static final double TRICKLE = 20;

  private static final ChildProcess CHILD = new ChildProcess("512m");

  @Mixin private BenchmarkOptions options;

  @Option(names = "--warehouses", description = "Number of warehouses (default: ${DEFAULT-VALUE}).")
  private int warehouses = 2;

  @Option(names = "--clients", description = "Connections (default: ${DEFAULT-VALUE}).")
  private int clients = 20;

  @Option(
      names = "--warm-up",
      description = "Unmeasured seconds of each load (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds = 3;

  @Option(
      names = "--seconds",
      description = "Measured seconds of each load (default: ${DEFAULT-VALUE}).")
  private int seconds = 12;

  @Option(
      names = "--settling",
      description =
          "Seconds of the recorder's first loads, in which the JVM compiles its code (default:"
              + " ${DEFAULT-VALUE}).")
  private int settlingSeconds = 40;

  @Option(
      names = "--rounds",
      description = "Rounds of all loads in turn (default: ${DEFAULT-VALUE}).")
  private int rounds = 2;

  private final List<Map<String, Object>> loads = new ArrayList<>();
  private final List<Map<String, Object>> imports = new ArrayList<>();
  private Path directory;
  private LoggedServer server;
  private RecorderHandle recorder;
  private int marks;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  private void measure(Path scratch) {
    directory = scratch;
    try (LoggedServer started = new LoggedServer(directory.resolve("server"));
        RecorderHandle recording = new RecorderHandle(CHILD, directory.resolve("store"))) {
      server = started;
      recorder = recording;
      server.write(LogKind.NONE, null);
      options.progress().accept("filling " + warehouses + " warehouses");
      load(0, seconds).prepare();
      // Reported separately, since a service runs for months.
      for (LogKind log : LOGS) {
        run("just started", log, true, 0, settlingSeconds);
      }
      double fastest = 0;
      for (int round = 0; round < rounds; round++) {
        fastest = Math.max(fastest, round(SATURATION, 0));
        round("a third", fastest * FIXED_SHARE);
        for (LogKind log : LOGS) {
          run("a trickle", log, true, TRICKLE, seconds);
        }
      }
    }
    publish("mysql", loads);
    publish("mysql-import", imports);
  }

  private void publish(String name, List<Map<String, Object>> runs) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("warehouses", warehouses);
    settings.put("clients", clients);
    settings.put("settling", settlingSeconds);
    settings.put("seconds", seconds);
    settings.put("rounds", rounds);
    options.publish(name, settings, Medians.rows(runs, WHAT), runs);
  }

  /** Runs a load without a log, and with each log. Returns the throughput without a log. */
  private double round(String speed, double rate) {
    double unlogged = run(speed, LogKind.NONE, false, rate, seconds);
    for (LogKind log : LOGS) {
      run(speed, log, false, rate, seconds);
      run(speed, log, true, rate, seconds);
    }
    return unlogged;
  }

  private TpccLoad load(double rate, int length) {
    return new TpccLoad(
        new TpccSettings(
            server.url(),
            warehouses,
            300,
            10_000,
            clients,
            rate,
            Duration.ofSeconds(warmUpSeconds),
            Duration.ofSeconds(length),
            4711));
  }

  private double run(String speed, LogKind log, boolean isRecorded, double rate, int length) {
    Path file = directory.resolve("log-" + marks);
    server.write(log, file);
    if (isRecorded) {
      recorder.attach(file);
    }
    long before = server.statements();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(WHAT, speed + ", " + log.title + (isRecorded ? ", recorded" : ""));
    row.putAll(load(rate, length).run());
    long statements = server.statements() - before;
    end(isRecorded, statements, row);
    options.progress().accept(row.toString());
    loads.add(row);
    if (log != LogKind.NONE && !isRecorded && speed.equals(SATURATION)) {
      takeIn(log, file, statements);
    }
    Directories.delete(file);
    return ((Number) row.get(TpccLoad.THROUGHPUT)).doubleValue();
  }

  /**
   * Marks the end of the log. If the log is recorded, waits until the recorder reaches the mark.
   */
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
        CHILD.run(
            LogImport.class,
            file.toString(),
            Long.toString(statements),
            directory.toString(),
            Integer.toString(IMPORT_ROUNDS)));
    options.progress().accept(row.toString());
    imports.add(row);
  }
}
