// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;
import org.colophon.reporters.common.inside.NativeBuild;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Traces the build of a small C project, then shows where its binary came from. */
@Command(
    name = "demo",
    description = "Trace the build of a small C project, then show where its binary came from.",
    footer = {"", "Examples:", "  colophon demo", "  colophon demo /tmp/tally"})
final class DemoCommand extends BaseCommand {
  private static final String WIDTH = "--width=100";
  private static final String RECORDING = "demo.strace.gz";
  private static final List<String> TOOLS = List.of("make", "cc", "ar", "strace");
  private static final String INSTALL = "apt-get install make gcc libc6-dev strace";

  private static final List<String> NEXT =
      List.of(
          "ui tally                            the same in the browser, to look around in",
          "lineage src/hash.h --descendants    the files that hash.h influenced",
          "lineage tally --all | less          everything, system files and libraries too",
          "history tally                       the events of the file",
          "status                              the content of the store");

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "Where to build and to keep the store (default: a new directory in /tmp).")
  private @Nullable Path directory;

  DemoCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    try {
      return demonstrate(directory == null ? newDirectory() : absolute(directory));
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("the demo failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted", e);
    }
  }

  private static Path newDirectory() throws IOException {
    return Files.createTempDirectory("colophon-demo-");
  }

  private int demonstrate(Path demo) throws IOException, InterruptedException {
    Path project = demo.resolve("tally");
    String store = demo.resolve("store").toString();
    copyProject(project);
    String missing = missingTools();
    if (missing.isEmpty()) {
      buildTwice(project, store);
    } else {
      importRecording(project, store, missing);
    }

    step("What the binary is made of: colophon lineage tally --data-only --depth 8");
    in(project, "lineage", "--store", store, "--data-only", "-d", "8", WIDTH, "tally");
    step("How a word list got into a report: colophon why report.txt data/stopwords.txt");
    in(project, "why", "--store", store, WIDTH, "report.txt", "data/stopwords.txt");

    Path picture = demo.resolve("tally.svg");
    int drawn =
        in(
            project,
            "lineage",
            "--store",
            store,
            "--data-only",
            "-d",
            "6",
            "tally",
            "-o",
            picture + "");
    step(drawn == ExitCode.FOUND ? "The picture is in " + picture : "No picture: see above");
    suggest(project, store);
    return ExitCode.FOUND;
  }

  private static String missingTools() {
    return TOOLS.stream()
        .filter(each -> !NativeBuild.isInPath(each))
        .collect(Collectors.joining(", "));
  }

  private void buildTwice(Path project, String store) throws IOException, InterruptedException {
    make(project, "clean");
    step("Building " + project + " untraced, for comparison");
    build(project); // fills the disk cache
    long plainNanos = build(project);
    make(project, "clean");

    step("Building it again: colophon trace -v -- make");
    trace(project, store, plainNanos);
  }

  /** Imports the distribution's recording of the build as if the build had been here. */
  private void importRecording(Path project, String store, String missing) throws IOException {
    Path shipped = examples().resolve(RECORDING);
    if (!Files.exists(shipped)) {
      throw ErrorCode.TOOL_MISSING.exception(
          "the demo needs " + missing + "; on Debian and Ubuntu: " + INSTALL);
    }
    step("Not installed here: " + missing + ". So this is a recording from another machine.");
    out().println("To trace the build yourself, run the demo again after: " + INSTALL);
    Path recording = project.resolveSibling("tally.strace");
    try (InputStream input = new GZIPInputStream(Files.newInputStream(shipped))) {
      String text = new String(input.readAllBytes(), StandardCharsets.ISO_8859_1);
      String here = text.replace("@PROJECT@", project.toString());
      Files.writeString(recording, here, StandardCharsets.ISO_8859_1);
    }
    step("Reading it: colophon import tally.strace");
    int status = in(project, "import", "--store", store, recording.toString());
    if (status != ExitCode.FOUND) {
      throw ErrorCode.KERNEL_FAILED.exception("the import ended with " + status);
    }
  }

  private void trace(Path project, String store, long plainNanos) {
    long begin = System.nanoTime();
    int status =
        in(project, "trace", "-v", "--store", store, "--", "make", "-s", "-C", project + "");
    long tracedNanos = System.nanoTime() - begin;
    if (status != 0) {
      throw ErrorCode.KERNEL_FAILED.exception("the traced build ended with " + status);
    }
    console()
        .err()
        .printf(
            "slow-down   %.1fx: %s with Colophon, its start and end included; %s without%n",
            (double) tracedNanos / plainNanos,
            DisplayText.duration(tracedNanos),
            DisplayText.duration(plainNanos));
    console().err().flush();
  }

  private void suggest(Path project, String store) {
    out().println("Try next:");
    out().println("  cd " + project + " && export COLOPHON_STORE=" + store);
    NEXT.forEach(next -> out().println("  colophon " + next));
    out().flush();
  }

  private void step(String text) {
    out().println();
    out().println("== " + text);
    out().flush();
  }

  private int in(Path directory, String... args) {
    return Colophon.run(new Invocation(console(), directory, invocation().in()), args);
  }

  private static Path examples() {
    String home = System.getProperty("colophon.home");
    return Path.of(home == null ? "." : home, "examples");
  }

  private static void copyProject(Path project) throws IOException {
    Path source = examples().resolve("demo");
    if (!Files.isDirectory(source)) {
      throw ErrorCode.NOT_FOUND.exception(
          "the demo's project is not in " + source + ": run ./colophon demo");
    }
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(source)) {
      all.forEach(files::add);
    }
    for (Path file : files) {
      Path copy = project.resolve(source.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(copy);
      } else {
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static long build(Path project) throws IOException, InterruptedException {
    make(project, "clean");
    long begin = System.nanoTime();
    make(project, "all");
    return System.nanoTime() - begin;
  }

  private static void make(Path project, String target) throws IOException, InterruptedException {
    Process make =
        new ProcessBuilder("make", "-s", target)
            .directory(project.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int status = make.waitFor();
    if (status != 0) {
      throw ErrorCode.IO_FAILED.exception("make " + target + " ended with " + status);
    }
  }
}
