package org.colophon.service.config;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Gathers what is wrong with a file, so that a person hears of all of it at once. */
final class YamlProblems {
  private static final int MAX_TOLD = 20;

  private final String file;
  private final List<String> problems = new ArrayList<>();

  YamlProblems(String file) {
    this.file = file;
  }

  void add(Node place, String problem) {
    int line = place.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    add(line, problem);
  }

  void add(int line, String problem) {
    if (problems.size() < MAX_TOLD) {
      problems.add(file + ":" + line + ": " + problem);
    }
  }

  /** Ends with everything that was found, if anything was. */
  void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, String.join("\n", problems));
    }
  }
}
