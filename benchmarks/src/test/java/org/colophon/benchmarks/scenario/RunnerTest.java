// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.colophon.benchmarks.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Timeout(60)
class RunnerTest {
  /** Owns a resource that writes a file when it is closed, and measures until it is interrupted. */
  @Command(name = "endless")
  public static final class Endless extends Scenario {
    @Parameters private Path closed;

    /** Runs the scenario in a process of its own. */
    public static void main(String[] arguments) {
      System.exit(Main.execute(new Endless(), arguments));
    }

    @Override
    protected void prepare() {
      owned(() -> Files.createFile(closed));
    }

    @Override
    protected List<Experiment> experiments() {
      return List.of(
          Experiment.named("endless")
              .rounds(1, 0)
              .subject(
                  round -> {
                    System.out.println("measuring");
                    new CountDownLatch(1).await();
                    return List.of();
                  }));
    }
  }

  @Test
  void closesResourcesOfTerminatedBenchmark(@TempDir Path directory) throws Exception {
    Path closed = directory.resolve("closed");
    Process benchmark =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName(),
                "--work-directory",
                directory.toString(),
                closed.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = benchmark.inputReader()) {
      assertThat(output.readLine()).isEqualTo("measuring");
      benchmark.destroy();
      benchmark.waitFor();
    } finally {
      benchmark.destroyForcibly();
    }
    assertThat(closed).exists();
  }
}
