package org.colophon.benchmarks.fuse;

import java.nio.file.Path;

/** Work on files that can be repeated in the same directory. */
interface FileWorkload {
  /** As in tables. */
  String name();

  /** Makes what it needs in a directory that is there and empty. Not timed. */
  void prepare(Path directory);

  /**
   * Runs once and checks the result.
   *
   * @param round how often it was done before, of which random choices depend.
   * @return what the work itself took, without clearing away and checking.
   * @throws org.colophon.core.error.ColophonException IO_FAILED if it failed, BAD_INPUT if it came
   *     out wrong.
   */
  Cost run(Path directory, int round);
}
