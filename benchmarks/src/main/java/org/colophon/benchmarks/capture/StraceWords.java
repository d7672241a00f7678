// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.core.error.ErrorCode;

/**
 * Finds the arguments with which Colophon's reporter starts strace. For one run, a script precedes
 * strace on the PATH; it records the arguments and starts strace. So the plain strace of the
 * comparison traces the same calls.
 */
final class StraceWords {
  private static final String OUTPUT_OPTION = "-o";

  private StraceWords() {}

  /**
   * Returns the arguments from {@code strace} up to the name of the output file.
   *
   * @param launcher Colophon's launcher
   * @param directory directory for temporary files
   * @param output name of the output file
   */
  static List<String> record(Path launcher, Path directory, String output) throws IOException {
    Path scripts = Files.createDirectory(directory.resolve("path"));
    Path arguments = directory.resolve("strace-arguments");
    writeScript(scripts.resolve("strace"), arguments);
    Path store = directory.resolve("strace-words-store");
    Programs.run(
        List.of(launcher + "", "trace", "--with", "strace", "--store", store + "", "--", "true"),
        Map.of("PATH", scripts + ":" + System.getenv("PATH")));
    return words(Files.readAllLines(arguments), output);
  }

  private static void writeScript(Path script, Path arguments) throws IOException {
    String real = Programs.run(List.of("sh", "-c", "command -v strace"), Map.of()).strip();
    Files.writeString(
        script, "#!/bin/sh\nprintf '%s\\n' \"$@\" >" + arguments + "\nexec " + real + " \"$@\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  static List<String> words(List<String> arguments, String output) {
    int at = arguments.indexOf(OUTPUT_OPTION);
    if (at < 0) {
      throw ErrorCode.BAD_INPUT.exception(
          "the reporter did not start strace with -o: " + arguments);
    }
    List<String> words = new ArrayList<>(List.of("strace"));
    words.addAll(arguments.subList(0, at + 1));
    words.add(output);
    words.add("--");
    return words;
  }
}
