package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.benchmarks.workload.Workload;

/** A system that stores operations and answers queries: Colophon or a peer. */
interface Subject {
  /**
   * Loads a workload until it is durable.
   *
   * @param directory exists and is empty
   * @return figures, among them {@link Figures#LOAD_NANOS}
   */
  Map<String, Object> load(Path directory, Workload workload);

  /** Opens what {@link #load} left. */
  Probe open(Path directory);

  /**
   * Returns whether opens and closes are kept in addition to the reads and writes that imply them.
   */
  boolean isKeepingAll();

  /**
   * Returns the bytes of the store on disk after {@link #load}, without a log that will be deleted.
   */
  long storeBytes(Path directory);
}
