// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Runs other programs. */
public final class Programs {
  private Programs() {}

  /**
   * Runs a command until it ends.
   *
   * @param environment variables in addition to this process's environment
   * @return the command's standard output
   * @throws ColophonException TOOL_MISSING if the command is not installed, IO_FAILED if it fails
   */
  public static String run(List<String> command, Map<String, String> environment) {
    try {
      Path errors = Files.createTempFile("colophon-bench", ".err");
      try {
        return run(command, environment, ProcessBuilder.Redirect.to(errors.toFile()));
      } catch (ColophonException e) {
        throw new ColophonException(e.code(), e.getMessage() + ": " + Files.readString(errors), e);
      } finally {
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot keep messages: " + e, e);
    }
  }

  /** Runs a command until it ends, with its messages redirected. */
  static String run(
      List<String> command, Map<String, String> environment, ProcessBuilder.Redirect errors) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw ErrorCode.IO_FAILED.exception(
            command + " ended with status " + status + "; " + output);
      }
      return output;
    } catch (IOException e) {
      throw ErrorCode.TOOL_MISSING.exception(
          "cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("running " + command, e);
    }
  }

  /** Copies a resource of a class into a directory. Returns the file. */
  public static Path resource(Class<?> owner, String name, Path directory) throws IOException {
    Path file = directory.resolve(name);
    try (InputStream in = owner.getResourceAsStream(name)) {
      Files.copy(in, file);
    }
    return file;
  }

  /** Asks a process to end. Kills it if it does not end within a minute. */
  public static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw ColophonException.interrupted("waiting for " + process, e);
    }
  }

  /** Returns the processor time of a process's live threads whose names match. */
  public static long cpuNanos(Process process, Predicate<String> names) throws IOException {
    long nanos = 0;
    for (Path thread : threads(process)) {
      nanos += cpuNanos(thread, names);
    }
    return nanos;
  }

  private static List<Path> threads(Process process) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
      return all.toList();
    }
  }

  private static long cpuNanos(Path thread, Predicate<String> names) throws IOException {
    try {
      if (!names.test(Files.readString(thread.resolve("comm")).strip())) {
        return 0;
      }
      String spent = Files.readString(thread.resolve("schedstat"));
      return Long.parseLong(spent.substring(0, spent.indexOf(' ')));
    } catch (NoSuchFileException e) {
      return 0; // the thread has ended
    }
  }

  /** Returns how often the live threads of a process have waited. */
  public static long waits(Process process) throws IOException {
    long waits = 0;
    for (Path thread : threads(process)) {
      waits += waits(thread);
    }
    return waits;
  }

  /** Returns how often a thread has waited; 0 if it has ended. */
  public static long waits(Path thread) throws IOException {
    try {
      return Files.readAllLines(thread.resolve("status")).stream()
          .filter(line -> line.startsWith("voluntary_ctxt_switches:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .sum();
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /** Returns the peak resident memory of a live process in KiB; 0 if unknown. */
  public static long peakResidentKib(String process) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", process, "status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0; // the process has just ended
    }
  }
}
