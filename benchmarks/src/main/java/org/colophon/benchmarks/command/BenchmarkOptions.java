package org.colophon.benchmarks.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Machine;
import org.colophon.benchmarks.result.PerformancePage;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.core.error.IoFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every benchmark command, and the output of its results. */
public final class BenchmarkOptions {
  @Option(
      names = "--results",
      description =
          "Directory for the JSON files (default: benchmarks/results of the checkout, which takes"
              + " only results of a commit without changes).")
  private @Nullable Path results;

  @Option(
      names = "--work-directory",
      description =
          "Directory for stores while they are measured (default: the system's for temporary files).")
  private Path workDirectory = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(names = "--date", description = "The date of the run in the results.")
  private String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();

  @Option(
      names = "--warm-up-seconds",
      description = "How long each process warms up (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds = 4;

  /** Returns the directory for stores during measurements. */
  public Path workDirectory() {
    return workDirectory;
  }

  /** Returns the duration of the warm-up of each process. */
  public int warmUpSeconds() {
    return warmUpSeconds;
  }

  /** Returns the consumer of progress messages. */
  public Consumer<String> progress() {
    return System.err::println;
  }

  /**
   * Creates a scratch directory for a task, and deletes it afterwards. If the task fails, the
   * directory remains.
   */
  public void inScratchDirectory(Consumer<Path> work) {
    inScratchDirectory(workDirectory, work);
  }

  /** Does the same as {@link #inScratchDirectory(Consumer)} below a given directory. */
  public static void inScratchDirectory(Path parent, Consumer<Path> work) {
    try {
      Path directory = Files.createTempDirectory(parent, "colophon-bench").toRealPath();
      work.accept(directory);
      Directories.delete(directory);
    } catch (IOException e) {
      throw IoFailure.of("use", parent, e);
    }
  }

  /**
   * Prints the table and writes the JSON file. The checkout takes only results of a commit without
   * changes, since nobody can repeat others.
   */
  public void publish(
      String benchmark,
      Map<String, Object> settings,
      List<Map<String, Object>> rows,
      List<Map<String, Object>> runs) {
    ResultFile file = new ResultFile(benchmark, date, Machine.facts(), settings, rows, runs);
    System.out.println("## " + benchmark + "\n\n" + PerformancePage.section(file));
    if (results == null) {
      file.writeRepeatable(Checkout.root().resolve("benchmarks").resolve("results"));
    } else {
      file.write(results);
    }
  }
}
