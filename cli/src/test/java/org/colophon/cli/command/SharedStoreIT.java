// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.Main;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests traces that run concurrently into the same store, each in a separate process. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SharedStoreIT {
  private static final long POLL_NANOS = 20_000_000;

  @TempDir private Path temporary;

  private final List<Process> started = new ArrayList<>();
  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void prepare() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    Files.writeString(directory.resolve("in.txt"), "in\n");
  }

  @AfterEach
  void endAll() throws IOException {
    Files.writeString(directory.resolve("first-may-end"), "");
    Files.writeString(directory.resolve("second-may-end"), "");
    started.forEach(process -> process.destroyForcibly().onExit().join());
  }

  /** Traces a shell script in another process. */
  private Process trace(String name, String script) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp"));
    words.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("trace", "--store", tester.store.toString(), "--", "sh", "-c", script));
    Process process =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".log").toFile())
            .start();
    started.add(process);
    return process;
  }

  private void await(String file) {
    while (!Files.exists(directory.resolve(file))) {
      assertThat(started).as(this::logs).anyMatch(Process::isAlive);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private String logs() {
    StringBuilder text = new StringBuilder();
    for (String name : List.of("first.log", "second.log")) {
      try {
        text.append(name).append(": ").append(Files.readString(directory.resolve(name)));
      } catch (IOException e) {
        text.append(e);
      }
    }
    return text.toString();
  }

  private void create(String file) throws IOException {
    Files.writeString(directory.resolve(file), "");
  }

  /** Returns shell code that waits for a file, or for the end of the test, which removes all. */
  private static String until(String file) {
    return "; until [ -e " + file + " ] || [ ! -e in.txt ]; do sleep 0.05; done; ";
  }

  private void endsWith(Process process, int status) throws InterruptedException {
    assertThat(process.waitFor()).as(this::logs).isEqualTo(status);
  }

  private String lineage(String file) {
    Outcome outcome = tester.run("lineage", directory.resolve(file).toString(), "--data-only");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome.out();
  }

  @Test
  void recordsOneOrderedHistoryWhenSecondTraceJoins() throws Exception {
    Process first =
        trace("first", "cat in.txt > a.txt" + until("first-may-end") + "cat b.txt > c.txt; exit 4");
    await("a.txt");
    Process second = trace("second", "cat a.txt > b.txt; exit 5");
    endsWith(second, 5);
    create("first-may-end");
    endsWith(first, 4);

    assertThat(lineage("c.txt")).contains("b.txt", "a.txt", "in.txt");
    assertThat(lineage("b.txt")).contains("a.txt", "in.txt").doesNotContain("c.txt");
    assertThat(tester.run("status").out()).contains("nothing known");
  }

  /** The second trace becomes the host when the first ends. */
  @Test
  void recordsToTheEndWhenFirstTraceEndsEarlier() throws Exception {
    Process first = trace("first", "cat in.txt > a.txt" + until("first-may-end") + "true");
    await("a.txt");
    Process second =
        trace("second", "cat a.txt > b.txt" + until("second-may-end") + "cat b.txt > c.txt");
    await("b.txt");
    create("first-may-end");
    endsWith(first, 0);
    create("second-may-end");
    endsWith(second, 0);

    assertThat(lineage("c.txt")).contains("b.txt", "a.txt", "in.txt");
    assertThat(tester.run("status").out()).contains("nothing known");
  }

  @Test
  void recordsToTheEndWhenFirstTraceIsKilled() throws Exception {
    Process first = trace("first", "cat in.txt > a.txt" + until("first-may-end") + "true");
    await("a.txt");
    Process second =
        trace("second", "cat a.txt > b.txt" + until("second-may-end") + "cat b.txt > c.txt");
    await("b.txt");
    first.destroyForcibly().waitFor();
    create("second-may-end");
    endsWith(second, 0);

    assertThat(lineage("c.txt")).contains("b.txt", "a.txt");
    assertThat(tester.run("status").out()).contains("no longer watched: dash");
  }
}
