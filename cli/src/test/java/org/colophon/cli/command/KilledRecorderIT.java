// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.cli.Main;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.config.Store;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.GapCause;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills recording processes with {@code kill -9} while the observed programs continue. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class KilledRecorderIT {
  private static final long POLL_NANOS = 20_000_000;

  /**
   * Copies a file before the recorder dies and another file after. Writes to a third file all the
   * time.
   */
  private static final String SCRIPT =
      "exec 3> open.txt 4< read.txt; read line <&4; echo first >&3; cat in.txt > before.txt;"
          + " until [ -e go ]; do sleep 0.05; done;"
          + " cat other.txt > after.txt; echo second >&3; echo done > finished";

  @TempDir private Path temporary;

  private final List<Process> started = new ArrayList<>();
  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void prepare() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    for (String name : new String[] {"in.txt", "read.txt", "other.txt"}) {
      Files.writeString(directory.resolve(name), name + "\n");
    }
  }

  @AfterEach
  void endAll() throws IOException {
    Files.writeString(directory.resolve("go"), ""); // for scripts that still wait for it
    started.forEach(process -> process.destroyForcibly().onExit().join());
  }

  private Process start(List<String> words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("said").toFile());
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static List<String> colophonLine(String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp"));
    words.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of(arguments));
    return words;
  }

  /** Starts a command in a separate process. */
  private Process colophon(String command, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command, "--store", tester.store.toString()));
    arguments.addAll(List.of(more));
    return start(colophonLine(arguments.toArray(new String[0])));
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private static void kill(Process process) throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  private void await(String file) {
    while (!Files.exists(directory.resolve(file))) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Waits until a store contains an expected text. Another process writes to the store. */
  private void awaitRecorded(String part, String... command) {
    while (!tester.run(command).out().contains(part)) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** The shell creates a file for cat. The kernel writes its close after some seconds. */
  private void awaitRecordedClose() {
    awaitRecorded("in.txt", "lineage", "before.txt");
    Pattern close = Pattern.compile("touch +before\\.txt .*\\(2 operations");
    while (!close.matcher(tester.run("show", "process:1").out()).find()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void letTheScriptEnd() throws IOException {
    Files.writeString(directory.resolve("go"), "");
    await("finished");
    assertThat(directory.resolve("after.txt")).hasContent("other.txt");
    assertThat(directory.resolve("open.txt")).hasContent("first\nsecond");
  }

  private void assertThatTheLossIsKnown() {
    assertThat(tester.run("status").out())
        .containsOnlyOnce("missing ")
        .containsPattern("missing +no longer watched: [a-z]+ \\(process:[0-9]+\\)");
    assertThat(tester.run("lineage", "before.txt").out())
        .contains("in.txt")
        .doesNotContain("incomplete");
    assertThat(tester.run("lineage", "after.txt").exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("lineage", "open.txt").out())
        .containsPattern("incomplete: .*: no longer watched");
    assertThat(tester.run("lineage", "read.txt", "--descendants").out())
        .containsPattern("incomplete: .*: no longer watched");
    assertThat(tester.run("show", shell()).out())
        .containsPattern("incomplete: .*: no longer watched");
  }

  private String shell() {
    Matcher shell = Pattern.compile("process:[0-9]+").matcher(tester.run("status").out());
    assertThat(shell.find()).isTrue();
    return shell.group();
  }

  @Test
  void recordsLossOfTracedCommandThatOutlivesItsTracer() throws Exception {
    Process trace = colophon("trace", "--", "sh", "-c", SCRIPT);
    awaitRecordedClose();
    kill(trace);
    letTheScriptEnd();

    int exitCode = colophon("status").waitFor();
    String said = Files.readString(directory.resolve("said"), StandardCharsets.UTF_8);
    assertThat(exitCode).as(said).isZero();
    assertThat(said)
        .containsPattern(
            "the recording of [a-z]+ \\(pid [0-9]+, begun [0-9: -]+\\) ended without notice:"
                + " operations of .* after [0-9: -]+ are unknown");
    assertThatTheLossIsKnown();

    assertThat(tester.run("trace", "--", "cp", at("in.txt"), at("later.txt")).exitCode()).isZero();
    assertThat(tester.run("lineage", "later.txt").out()).doesNotContain("incomplete");
    assertThat(tester.run("status").out()).containsOnlyOnce("missing ");
  }

  @Test
  void recordsLossInTheServiceWhenItsClientDies() throws Exception {
    Service service = Service.start(ServiceConfig.of(tester.store));
    try {
      Process trace = colophon("trace", "--", "sh", "-c", SCRIPT);
      awaitRecordedClose();
      kill(trace);
      letTheScriptEnd();

      awaitRecorded("ended without notice: operations ", "status", "--service");
      awaitRecorded("no longer watched", "lineage", "open.txt"); // the record is in the adapter
      assertThatTheLossIsKnown();
    } finally {
      assertThat(service.stop()).isTrue();
    }
    assertThat(tester.run("status").out()).containsOnlyOnce("missing ");
  }

  @Test
  void recordsLossOfReporterWhenTheServiceDies() throws Exception {
    Process script =
        start(List.of("sh", "-c", "until [ -e begin ]; do sleep 0.05; done;" + SCRIPT));
    Files.writeString(
        directory.resolve("colophon.yaml"),
        "reporters: [{reporter: strace, options: {pid: %d}}]\n".formatted(script.pid()));
    Process service = colophon("serve", "--config", directory.resolve("colophon.yaml").toString());
    awaitTraced(script.pid());
    Files.writeString(directory.resolve("begin"), "");
    awaitRecorded("in.txt", "lineage", "before.txt");
    kill(service);
    letTheScriptEnd();

    Service restarted = Service.start(ServiceConfig.of(tester.store));
    try {
      awaitRecorded("ended without notice: operations ", "status", "--service");
      awaitRecorded("no longer watched: ", "status");
      assertThat(tester.run("lineage", "open.txt").out()).contains("incomplete: ");
    } finally {
      assertThat(restarted.stop()).isTrue();
    }
  }

  private static void awaitTraced(long pid) throws IOException {
    Path status = Path.of("/proc/" + pid + "/status");
    while (Files.readString(status).contains("TracerPid:\t0\n")) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Test
  void recordsLossOfMount() throws Exception {
    Files.createDirectory(directory.resolve("src"));
    Path mount = Files.createDirectory(directory.resolve("dst"));
    Process mounting = colophon("mount", "src", "dst", "--no-trace");
    try {
      awaitMounted(mount);
      run("cp", "in.txt", "dst/copy");
      awaitRecorded("cp ", "lineage", mount.resolve("copy").toString());
      kill(mounting);
    } finally {
      run("umount", "-l", "dst");
    }

    assertThat(tester.run("status").out())
        .contains("no longer watched (1), LSN", GapCause.NOT_TRACED.text() + ": cp (process:");
    assertThat(tester.run("lineage", mount.resolve("copy").toString()).out())
        .contains("incomplete: 2 gaps");
  }

  private static void awaitMounted(Path mount) throws IOException {
    Path table = Path.of("/proc/self/mountinfo");
    while (!Files.readString(table).contains(" " + mount + " ")) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void run(String... words) throws Exception {
    Process process =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  @Test
  void leavesNoFilesBehindWhenTracedCommandEnds() throws Exception {
    Files.writeString(directory.resolve("go"), "");
    Process trace = colophon("trace", "--", "sh", "-c", SCRIPT);
    assertThat(trace.waitFor()).isZero();

    assertThat(tester.run("status").out()).contains("missing     nothing known");
  }

  @Test
  void leavesNoMarkBehindWhenServedCommandEnds() throws Exception {
    Service service = Service.start(ServiceConfig.of(tester.store));
    try {
      assertThat(tester.run("trace", "--", "true").exitCode()).isZero();
    } finally {
      assertThat(service.stop()).isTrue();
    }
    try (Kernel kernel = new Store(tester.store, remark -> {}).openKernel(List.of())) {
      assertThat(kernel.positions()).isEmpty();
    }
  }
}
