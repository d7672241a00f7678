package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.benchmarks.workload.Workload;

/** A system that stores operations and answers queries: Colophon or a peer. */
interface Subject {
  /**
   * Loads a workload until it is durable.
   *
   * @param directory an existing empty directory
   * @return measured values, including {@link Figures#LOAD_NANOS}
   */
  Map<String, Object> load(Path directory, Workload workload);

  /** Opens the store that {@link #load} has written. */
  Probe open(Path directory);

  /** Returns whether the store also has opens and closes, which reads and writes imply. */
  boolean isKeepingAll();

  /**
   * Returns the size of the store on disk after {@link #load}. Excludes a log that will be deleted.
   */
  long storeBytes(Path directory);
}
