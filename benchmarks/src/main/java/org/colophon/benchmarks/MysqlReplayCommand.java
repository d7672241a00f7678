package org.colophon.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.mysql.ReplayBenchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the recorder's processor time goes while it follows the log of a database. */
@Command(
    name = "mysql-replay",
    mixinStandardHelpOptions = true,
    description = "Records logs of MariaDB, writes them again, and measures who follows them.")
final class MysqlReplayCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--recording",
      description = "Seconds of each log that are recorded (default: ${DEFAULT-VALUE}).")
  private int recordingSeconds = 15;

  @Option(
      names = "--settling",
      description = "Seconds of each log before it counts (default: ${DEFAULT-VALUE}).")
  private int settlingSeconds = 40;

  @Option(names = "--seconds", description = "Of each speed, counted (default: ${DEFAULT-VALUE}).")
  private int seconds = 20;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  private void measure(Path directory) {
    ReplayBenchmark.Shape shape =
        new ReplayBenchmark.Shape(
            Duration.ofSeconds(recordingSeconds),
            Duration.ofSeconds(settlingSeconds),
            Duration.ofSeconds(seconds));
    List<Map<String, Object>> rows =
        new ReplayBenchmark(shape, directory, options.children("512m"), options.progress()).run();
    Map<String, Object> settings =
        Map.of("recording", recordingSeconds, "settling", settlingSeconds, "seconds", seconds);
    options.publish("mysql-replay", settings, rows, rows);
  }
}
