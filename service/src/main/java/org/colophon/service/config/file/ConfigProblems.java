// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Collects the problems of a file, so that all are reported together, ordered by line. */
final class ConfigProblems {
  private static final int MAX_REPORTED = 20;

  private record Problem(int line, String text) {}

  private final String file;
  private final List<Problem> problems = new ArrayList<>();

  ConfigProblems(String file) {
    this.file = file;
  }

  /**
   * Adds a problem.
   *
   * @param line line number from 1; 0 for the whole file
   */
  void add(int line, String problem) {
    problems.add(new Problem(line, problem));
  }

  /** Runs a check. If it throws, adds the message as a problem of a line. */
  void attempt(int line, Runnable check) {
    try {
      check.run();
    } catch (ColophonException e) {
      add(line, e.getMessage());
    }
  }

  void throwIfAny() {
    if (!problems.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          problems.stream()
              .sorted(Comparator.comparingInt(Problem::line))
              .limit(MAX_REPORTED)
              .map(each -> file + (each.line() == 0 ? "" : ":" + each.line()) + ": " + each.text())
              .collect(Collectors.joining("\n")));
    }
  }
}
