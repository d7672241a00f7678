// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.core.error.ErrorCode;

/** The benchmark suite of {@code calls.c}, compiled into a separate directory. */
public final class CallSuite {
  /** Tests in the table of the IPAW 2016 paper. */
  public static final List<String> TESTS =
      List.of(
          "execl",
          "fcopy-256",
          "fcopy-1024",
          "fcopy-4096",
          "pipe",
          "context",
          "spawn",
          "shell-1",
          "shell-8",
          "syscall");

  private static final String TIME = "TIMEFORMAT='%3U %3S'; exec 3>&2; { time \"$@\" 2>&3; } 2>&1";

  private static final String PROGRAM = "calls";

  private final Path directory;

  private CallSuite(Path directory) {
    this.directory = directory;
  }

  /** Returns the compiled suite in a directory. */
  static CallSuite in(Path directory) {
    return new CallSuite(directory);
  }

  /** Copies the program into a directory, with its permissions. */
  void copyTo(Path target) throws IOException {
    Files.copy(
        directory.resolve(PROGRAM), target.resolve(PROGRAM), StandardCopyOption.COPY_ATTRIBUTES);
  }

  /**
   * Compiles the suite.
   *
   * @param directory an existing directory for the program and the files of its tests
   */
  public static CallSuite compile(Path directory, String compiler) throws IOException {
    Path source = Programs.resource(CallSuite.class, "calls.c", directory);
    Programs.run(
        List.of(compiler, "-O2", "-o", directory.resolve(PROGRAM).toString(), source.toString()),
        Map.of());
    return new CallSuite(directory);
  }

  /**
   * Cost of a run.
   *
   * @param loopsPerSecond loops per second, measured by the test itself
   * @param cpuSeconds processor time of the test and its tracer, in seconds
   * @param loops number of loops
   */
  public record Cost(double loopsPerSecond, double cpuSeconds, double loops) {}

  /**
   * Runs a test.
   *
   * @param prefix command that runs the test's command; empty for none
   */
  public Cost run(String test, double seconds, List<String> prefix) {
    List<String> command = new ArrayList<>(prefix);
    command.add(directory.resolve(PROGRAM).toString());
    command.add(String.format(Locale.ROOT, "%.3f", seconds));
    command.add(test);
    command.add(directory.toString());
    String[] answer = timed(command).strip().split("\\s+", -1);
    if (answer.length != 4) {
      throw ErrorCode.BAD_INPUT.exception("test " + test + " did not print loops and seconds");
    }
    double loops = Double.parseDouble(answer[0]);
    double cpu = Double.parseDouble(answer[2]) + Double.parseDouble(answer[3]);
    return new Cost(loops / Double.parseDouble(answer[1]), cpu, loops);
  }

  /** Returns the processor time of a tracer with an empty command. */
  static double startSeconds(List<String> prefix) {
    List<String> command = new ArrayList<>(prefix);
    command.add("true");
    String[] answer = timed(command).strip().split("\\s+", -1);
    return Double.parseDouble(answer[0]) + Double.parseDouble(answer[1]);
  }

  /**
   * Returns the output of a command, followed by the user and system seconds of the command and all
   * its children.
   */
  private static String timed(List<String> command) {
    List<String> words = new ArrayList<>(List.of("bash", "-c", TIME, "bash"));
    words.addAll(command);
    return Programs.run(words, Map.of());
  }
}
