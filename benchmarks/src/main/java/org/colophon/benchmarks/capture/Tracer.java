package org.colophon.benchmarks.capture;

import java.nio.file.Path;
import java.util.List;

/**
 * A way to run a command.
 *
 * @param label name in tables
 * @param prefix words before the command, where {@link #SCRATCH} is replaced by a new directory
 */
record Tracer(String label, List<String> prefix) {
  /** Placeholder for the scratch directory of a run. */
  static final String SCRATCH = "{scratch}";

  Tracer {
    prefix = List.copyOf(prefix);
  }

  List<String> prefixIn(Path scratch) {
    return prefix.stream().map(word -> word.replace(SCRATCH, scratch.toString())).toList();
  }
}
