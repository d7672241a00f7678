// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.Main;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.service.Service;
import org.colophon.service.config.file.ConfigFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a directory mounted by this process and by a service, and each way to unmount it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MountCommandIT {
  /** SHA-256 of the sorted lines. */
  private static final String SORTED =
      "911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2";

  @TempDir private Path temporary;

  private Path directory;
  private CommandTester tester;
  private Service service;

  @BeforeEach
  void prepare() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    Files.createDirectory(directory.resolve("src"));
    Files.createDirectory(directory.resolve("dst"));
    Files.writeString(directory.resolve("src/in"), "b\na\n");
  }

  @AfterEach
  void stop() {
    if (service != null) {
      assertThat(service.stop()).isTrue();
    }
  }

  private void serve() throws IOException {
    Path file = directory.resolve("colophon.yaml");
    Files.writeString(file, "attach:\n  roots: [" + directory + "]\n");
    service = Service.start(ConfigFile.read(file, tester.store));
  }

  private boolean isMounted() throws IOException {
    return Files.readString(Path.of("/proc/self/mountinfo")).contains(" " + directory + "/dst ");
  }

  private void awaitMount(CompletableFuture<Outcome> command) throws IOException {
    while (!isMounted()) {
      if (command.isDone()) {
        throw new AssertionError(command.join().err());
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private String run(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private Outcome mountedAndUnmounted(String... words) throws Exception {
    var command = CompletableFuture.supplyAsync(() -> tester.run(words));
    awaitMount(command);
    run("sort", "dst/in", "-o", "dst/out");
    run("umount", "dst");
    return command.get();
  }

  /** Copies dst/in to dst/out through a file outside of the mount, and returns the lineage. */
  private String lineageThroughFileOutside(String... words) throws Exception {
    var command = CompletableFuture.supplyAsync(() -> tester.run(words));
    awaitMount(command);
    run("sh", "-c", "cat dst/in > between; cat between > dst/out");
    run("umount", "dst");
    assertThat(command.get().exitCode()).as(command.get().err()).isZero();
    return tester.run("lineage", directory + "/dst/out", "--data-only").out();
  }

  @Test
  void followsDataThroughFileOutsideWhenProgramsAreTraced() throws Exception {
    KernelEvents.assumeFor("ebpf", directory);

    assertThat(lineageThroughFileOutside("mount", "src", "dst"))
        .contains("cat dst/in", "read between", "cat between", "read dst/in")
        .doesNotContain("may have read elsewhere");
  }

  @Test
  void reportsThatProgramsMayHaveReadElsewhereWhenNotTraced() throws Exception {
    assertThat(lineageThroughFileOutside("mount", "src", "dst", "--no-trace"))
        .contains("cat between", "may have read elsewhere")
        .doesNotContain("dst/in");
  }

  @Test
  void showsInStatusWhetherProgramsAreTraced() throws Exception {
    KernelEvents.assumeFor("ebpf", directory);
    serve();

    assertThat(statusOfMount()).contains("traces its programs");
    assertThat(statusOfMount("--no-trace")).contains("programs untraced");
  }

  private String statusOfMount(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("mount", "src", "dst"));
    words.addAll(List.of(options));
    var command = CompletableFuture.supplyAsync(() -> tester.run(words.toArray(String[]::new)));
    awaitMount(command);
    String status = tester.run("status", "--service").out();
    run("umount", "dst");
    assertThat(command.get().exitCode()).as(command.get().err()).isZero();
    return status;
  }

  /** A shell that uses the mount is traced, and so would be the command and its tracer. */
  @Test
  void recordsTraceFromTracedShellOnce() throws Exception {
    KernelEvents.assumeFor("ebpf", directory);
    serve();
    var command = CompletableFuture.supplyAsync(() -> tester.run("mount", "src", "dst"));
    awaitMount(command);
    List<String> trace = new ArrayList<>(colophon());
    trace.addAll(List.of("trace", "--store", tester.store.toString(), "--", "sort", "dst/in"));
    trace.addAll(List.of("-o", "dst/out"));

    run("sh", "-c", "cat dst/in > between; '" + String.join("' '", trace) + "'");
    run("umount", "dst");
    assertThat(command.get().exitCode()).as(command.get().err()).isZero();

    String lineage = tester.run("lineage", directory + "/src/out", "--data-only").out();
    assertThat(lineage.split("sort dst/in", -1)).as(lineage).hasSize(2);
    assertThat(tester.run("find", "sort").out().split("sort dst/in", -1)).hasSizeLessThan(3);
  }

  private static List<String> colophon() {
    String java = ProcessHandle.current().info().command().orElseThrow();
    return List.of(
        java,
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName());
  }

  private void assertThatSortIsKnown() throws IOException {
    assertThat(isMounted()).isFalse();
    assertThat(directory.resolve("src/out")).hasContent("a\nb\n");
    assertThat(tester.run("lineage", directory + "/src/out", "--data-only").out())
        .contains("sort dst/in -o dst/out", "/in");
  }

  @Test
  void recordsUntilUnmountedWhenNoServiceRuns() throws Exception {
    Outcome outcome = mountedAndUnmounted("mount", "src", "dst", "--ordering", "strict", "-v");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("reported", "stored");
    assertThatSortIsKnown();
  }

  @Test
  void omitsFilesThatRulesExclude() throws Exception {
    Outcome outcome = mountedAndUnmounted("mount", "src", "dst", "--exclude", "in", "-v");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("filtered");
    assertThat(tester.run("show", directory + "/src/in").exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("lineage", directory + "/src/out").out()).contains("sort dst/in");
  }

  @Test
  void recordsThroughTheServiceAndDetachesWhenOneRuns() throws Exception {
    serve();

    Outcome outcome = mountedAndUnmounted("mount", "src", "dst", "--ordering=async", "-v");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("recorded");
    assertThat(tester.run("reporters").exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThatSortIsKnown();
  }

  @Test
  void attachesDigestsOfMountByServiceAndByThisProcess() throws Exception {
    assertThat(mountedAndUnmounted("mount", "src", "dst", "--digests", "outputs").exitCode())
        .isZero();
    assertThat(show("src/out")).contains("sha256:" + SORTED);
    assertThat(show("src/in")).doesNotContain("sha256:");

    Files.delete(directory.resolve("src/out"));
    serve();
    assertThat(mountedAndUnmounted("mount", "src", "dst", "--digests", "all").exitCode()).isZero();
    assertThat(show("src/out")).contains("sha256:" + SORTED);
    assertThat(show("src/in")).contains("sha256:");
    assertThat(tester.run("identify", "sha256:" + SORTED).out())
        .contains("/src/out", "sort dst/in");
  }

  @Test
  void attachesDigestsOfMountThatStartsWithService() throws Exception {
    Path file = directory.resolve("colophon.yaml");
    Files.writeString(
        file,
        """
        attach:
          roots: [%1$s]
        reporters:
          - reporter: fuse
            options: {source: %1$s/src, mount: %1$s/dst, digests: outputs, trace: no}
        """
            .formatted(directory));
    service = Service.start(ConfigFile.read(file, tester.store));
    while (!isMounted()) {
      Thread.onSpinWait();
    }
    run("sort", "dst/in", "-o", "dst/out");
    run("umount", "dst");
    while (!show("src/out").contains("sha256:" + SORTED)) {
      Thread.onSpinWait();
    }
  }

  private String show(String name) {
    return tester.run("show", directory + "/" + name).out();
  }

  @Test
  void unmountsAndStoresOnASignal() throws Exception {
    endedBySignal();
    assertThatSortIsKnown();
  }

  @Test
  void detachesFromTheServiceOnASignal() throws Exception {
    serve();
    endedBySignal();
    assertThat(tester.run("reporters").exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThatSortIsKnown();
  }

  private void endedBySignal() throws Exception {
    List<String> words = new ArrayList<>(colophon());
    words.addAll(List.of("mount", "src", "dst", "--no-trace", "--store", tester.store.toString()));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    Path errors = directory.resolve("errors");
    Process command = builder.redirectErrorStream(true).redirectOutput(errors.toFile()).start();
    while (!isMounted()) {
      assertThat(command.isAlive()).as(errors.toString()).isTrue();
      LockSupport.parkNanos(1_000_000);
    }
    run("sort", "dst/in", "-o", "dst/out");
    command.destroy(); // SIGTERM
    assertThat(command.waitFor()).as(Files.readString(errors)).isZero();
  }

  @Test
  void recordsNothingAndRejectsChangesWhenReadOnly() throws Exception {
    var command =
        CompletableFuture.supplyAsync(
            () -> tester.run("mount", "src", "dst", "--read-only", "--no-record", "-v"));
    awaitMount(command);
    assertThat(run("cat", "dst/in")).isEqualTo("b\na");
    assertThat(run("sh", "-c", "touch dst/new || true")).contains("Read-only file system");
    run("umount", "dst");

    assertThat(command.get().exitCode()).isZero();
    assertThat(directory.resolve("src/new")).doesNotExist();
    assertThat(tester.run("lineage", directory + "/dst/in").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void reportsAWrongDirectoryOrOption() throws IOException {
    assertThat(tester.run("mount", "none", "dst").err()).contains("none");
    assertThat(tester.run("mount", "src", "dst", "--ordering=soon").err()).contains("soon");
    assertThat(tester.run("mount", "src", "dst", "colour=red").exitCode())
        .isEqualTo(ExitCode.USAGE);
    serve();
    Outcome outside = tester.run("mount", "/usr", "dst");
    assertThat(outside.exitCode()).isNotZero();
    assertThat(outside.err()).contains("attach.roots");
  }
}
