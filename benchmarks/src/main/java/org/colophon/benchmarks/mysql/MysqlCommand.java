package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.Medians;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the cost of recording a database. */
@Command(
    name = "mysql",
    mixinStandardHelpOptions = true,
    description = "A load like TPC-C's on MariaDB: without a log, with logs, with logs recorded.")
public final class MysqlCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--warehouses", description = "How many (default: ${DEFAULT-VALUE}).")
  private int warehouses = 2;

  @Option(names = "--clients", description = "Connections (default: ${DEFAULT-VALUE}).")
  private int clients = 20;

  @Option(names = "--warm-up", description = "Seconds of each load (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds = 3;

  @Option(
      names = "--seconds",
      description = "Of each load, counted (default: 12, with --steady 6).")
  private Integer seconds;

  @Option(
      names = "--settling",
      description = "Seconds of the recorder's first loads (default: ${DEFAULT-VALUE}).")
  private int settlingSeconds = 40;

  @Option(names = "--rounds", description = "Of all loads in turn (default: 2, with --steady 20).")
  private Integer rounds;

  @Option(
      names = "--steady",
      description =
          "Run only the load at a third of the rate, many times, with each log unread and read in"
              + " turn, to measure the cost of reading in response time with compiled code.")
  private boolean isSteady;

  @Option(
      names = "--nice",
      description =
          "Scheduling priority of the recorder, a value for nice (default: ${DEFAULT-VALUE}).")
  private int niceness = 0;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  private void measure(Path directory) {
    if (seconds == null) {
      seconds = isSteady ? 6 : 12;
    }
    if (rounds == null) {
      rounds = isSteady ? 20 : 2;
    }
    MysqlBenchmark.Shape shape =
        new MysqlBenchmark.Shape(
            warehouses,
            clients,
            Duration.ofSeconds(settlingSeconds),
            Duration.ofSeconds(warmUpSeconds),
            Duration.ofSeconds(seconds));
    Map<String, Object> settings =
        Map.of(
            "warehouses", warehouses,
            "clients", clients,
            "settling", settlingSeconds,
            "seconds", seconds,
            "rounds", rounds,
            "nice", niceness);
    try (MysqlBenchmark benchmark =
        new MysqlBenchmark(
            shape, directory, new ChildProcess("512m", niceness), options.progress())) {
      benchmark.settle();
      if (isSteady) {
        publish("mysql-steady", settings, benchmark.pairs(rounds));
      } else {
        runAll(benchmark, settings);
      }
    }
  }

  private void runAll(MysqlBenchmark benchmark, Map<String, Object> settings) {
    for (int round = 0; round < rounds; round++) {
      benchmark.round();
    }
    publish("mysql", settings, benchmark.loads());
    publish("mysql-import", settings, benchmark.imports());
  }

  private void publish(String name, Map<String, Object> settings, List<Map<String, Object>> runs) {
    options.publish(name, settings, Medians.rows(runs, MysqlBenchmark.WHAT), runs);
  }
}
