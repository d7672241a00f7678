package org.colophon.benchmarks.workload;

import org.colophon.core.model.OperationKind;

/**
 * Takes the logical records of a workload, one for each operation: what a store without Colophon
 * would be given. One thread; LSNs rise by one.
 */
public interface RecordConsumer {
  /** A process did something with an object. */
  void operation(
      long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos);

  /** A process ended. */
  void exit(long lsn, long process, int status, long timeNanos);
}
