// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import org.colophon.benchmarks.peer.Probe;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.workload.Workload;

/** A system that stores operations and answers queries: Colophon or a peer. */
interface Subject {
  /** Name of the value with the time of a load. */
  String LOAD_NANOS = "load ns";

  /**
   * Loads a workload until it is durable.
   *
   * @param directory an existing empty directory
   * @return measured values, including {@link #LOAD_NANOS}
   */
  Figures load(Path directory, Workload workload);

  /** Opens the store that {@link #load} has written. */
  Probe open(Path directory);

  /** Returns whether the store also has opens and closes, which reads and writes imply. */
  boolean isKeepingAll();

  /**
   * Returns the size of the store on disk after {@link #load}. Excludes a log that will be deleted.
   */
  long storeBytes(Path directory);
}
