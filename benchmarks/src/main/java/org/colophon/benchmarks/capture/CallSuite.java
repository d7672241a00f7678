package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.benchmarks.command.Programs;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The suite of {@code calls.c}, compiled into a directory of its own. */
final class CallSuite {
  /** The tests of the IPAW 2016 table. */
  static final List<String> TESTS =
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

  private final Path directory;

  private CallSuite(Path directory) {
    this.directory = directory;
  }

  /**
   * Compiles the suite.
   *
   * @param directory exists; the program and the files of its tests go there
   */
  static CallSuite compile(Path directory) {
    Path source = directory.resolve("calls.c");
    try (InputStream in = CallSuite.class.getResourceAsStream("calls.c")) {
      Files.copy(in, source);
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot write " + source + ": " + e, e);
    }
    Programs.run(
        List.of("gcc", "-O2", "-o", directory.resolve("calls").toString(), source.toString()),
        Map.of());
    return new CallSuite(directory);
  }

  /**
   * Runs one test.
   *
   * @param prefix the command that runs the test's command, empty for none
   * @return loops a second, by the test's own clock
   */
  double loopsPerSecond(String test, double seconds, List<String> prefix) {
    List<String> command = new ArrayList<>(prefix);
    command.add(directory.resolve("calls").toString());
    command.add(String.format(Locale.ROOT, "%.3f", seconds));
    command.add(test);
    command.add(directory.toString());
    String answer = Programs.run(command, Map.of()).strip();
    int space = answer.indexOf(' ');
    if (space < 0) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT, "test " + test + " did not answer with loops and seconds");
    }
    return Double.parseDouble(answer.substring(0, space))
        / Double.parseDouble(answer.substring(space + 1));
  }
}
