// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.PerformancePage;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Runs scenarios, prints their tables and writes their result files. Has the common options. */
public final class Runner {
  private static final int CLEAN_UP_SECONDS = 30;

  @Option(
      names = "--results",
      description =
          "Directory for the JSON files (default: benchmarks/results of the checkout, which takes"
              + " only results of a commit without changes).")
  private @Nullable Path results;

  @Option(names = "--work-directory", description = "Directory for stores while they are measured.")
  private Path workDirectory = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(names = "--date", description = "The date of the run in the results.")
  private String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();

  @Option(names = "--warm-up-seconds", description = "How long each process warms up.")
  private int warmUpSeconds = 4;

  /** Returns the duration of the warm-up of each process. */
  public int warmUpSeconds() {
    return warmUpSeconds;
  }

  /** Runs a scenario in a scratch directory, which remains if the scenario fails. */
  void run(Scenario scenario) {
    CountDownLatch ended = new CountDownLatch(1);
    Thread measuring = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(measuring, ended)));
    try {
      runToEnd(scenario);
    } finally {
      ended.countDown();
    }
  }

  /** Has a terminated benchmark end its processes and mounts. */
  private static void end(Thread measuring, CountDownLatch ended) {
    try {
      if (ended.getCount() > 0) {
        measuring.interrupt();
      }
      if (!ended.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("the benchmark does not end: look for its processes and mounts");
      }
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("ending a benchmark", e);
    }
  }

  private void runToEnd(Scenario scenario) {
    try {
      Path directory = Files.createTempDirectory(workDirectory, "colophon-bench").toRealPath();
      try {
        scenario.prepare(directory);
        for (Experiment experiment : scenario.experiments()) {
          List<Figures> runs = experiment.measure(System.err::println);
          scenario.check();
          publish(experiment.result(date, runs));
        }
      } finally {
        scenario.cleanUp();
      }
      Directories.delete(directory);
    } catch (RuntimeException e) {
      throw e;
    } catch (IOException e) {
      throw IoFailure.of("measure in", workDirectory, e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("measuring", e);
    } catch (Exception e) {
      throw ErrorCode.KERNEL_FAILED.exception("the benchmark failed: " + e.getMessage(), e);
    }
  }

  /**
   * Prints the table and writes the JSON file. The checkout takes only results of a commit without
   * changes, since nobody can repeat others.
   */
  private void publish(ResultFile result) {
    System.out.println("## " + result.benchmark() + "\n\n" + PerformancePage.section(result));
    if (results == null) {
      result.writeRepeatable(
          Objects.requireNonNull(Checkout.root()).resolve("benchmarks").resolve("results"));
    } else {
      result.write(results);
    }
  }
}
