package org.colophon.benchmarks.fuse;

import java.nio.file.Path;

/** Work on files that can be repeated in the same directory. */
interface FileWorkload {
  /** Name of the workload in tables. */
  String name();

  /** Prepares its input in an existing empty directory. Not timed. */
  void prepare(Path directory);

  /**
   * Runs once and checks the result.
   *
   * @param round number of earlier rounds, the seed of random choices.
   * @return cost of the work itself, without cleaning and checking.
   * @throws org.colophon.core.error.ColophonException IO_FAILED if it failed, BAD_INPUT if the
   *     result is wrong.
   */
  Cost run(Path directory, int round);
}
