// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.nio.file.Path;

/** A workload on files that can be repeated in the same directory. */
interface FileWorkload {
  /** Time of a workload. The processor time excludes the server. */
  record Cost(double wallSeconds, double cpuSeconds) {}

  /** Returns the name of the workload in tables. */
  String name();

  /** Returns whether a system supports the workload. */
  default boolean runsOn(String system) {
    return true;
  }

  /** Creates the input in an existing empty directory. Not measured. */
  default void prepare(Path directory) {}

  /**
   * Runs the workload once and checks the result.
   *
   * @param round number of earlier rounds, which is the seed of random choices.
   * @return cost of the workload, without cleaning and checking.
   * @throws Exception if the workload failed or the result is wrong
   */
  Cost run(Path directory, int round) throws Exception;
}
