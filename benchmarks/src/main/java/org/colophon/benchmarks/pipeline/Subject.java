package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.benchmarks.workload.Workload;

/** Something that holds operations and answers for them: Colophon, or a peer. */
interface Subject {
  /**
   * Takes a workload until all is durable.
   *
   * @param directory exists and is empty
   * @return figures, among them {@link Figures#LOAD_NANOS}
   */
  Map<String, Object> load(Path directory, Workload workload);

  /** Opens what {@link #load} left. */
  Probe open(Path directory);

  /** Whether opens and closes are kept beside the reads and writes that imply them. */
  boolean isKeepingAll();

  /** What the store takes on disk after {@link #load}; a log that will go is not counted. */
  long storeBytes(Path directory);
}
