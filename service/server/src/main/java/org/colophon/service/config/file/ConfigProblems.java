package org.colophon.service.config.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Gathers what is wrong with a file, so that a person hears of all of it at once, from the top. */
final class ConfigProblems {
  private static final int MAX_TOLD = 20;

  private record Problem(int line, String text) {}

  private final String file;
  private final List<Problem> problems = new ArrayList<>();

  ConfigProblems(String file) {
    this.file = file;
  }

  void add(Node place, String problem) {
    int line = place.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    add(line, problem);
  }

  /**
   * Takes note of one.
   *
   * @param line counted from 1; 0 for the whole file
   */
  void add(int line, String problem) {
    problems.add(new Problem(line, problem));
  }

  /** Ends with everything that was found, if anything was. */
  void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          problems.stream()
              .sorted(Comparator.comparingInt(Problem::line))
              .limit(MAX_TOLD)
              .map(this::text)
              .collect(Collectors.joining("\n")));
    }
  }

  private String text(Problem problem) {
    return (problem.line() == 0 ? file : file + ":" + problem.line()) + ": " + problem.text();
  }
}
