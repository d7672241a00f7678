// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;

/**
 * Receives the logical records of a workload, one for each operation, as the input of a store
 * without Colophon. Also receives declarations and names, for stores that use them. One thread. The
 * LSN of each operation is one more than that of the previous operation.
 */
public interface RecordConsumer {
  /** Receives an operation of a process on an object. */
  void operation(
      long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos);

  /**
   * Receives a new process. This is not an operation, so it has the LSN of the previous operation.
   */
  default void process(long lsn, long process, ProcessDeclaration declaration, long timeNanos) {}

  /** Receives a new object, see {@link #process}. */
  default void object(long lsn, long object, ObjectDeclaration declaration, long timeNanos) {}

  /** Receives the binding of a name, see {@link #process}. */
  default void bind(long lsn, long process, Bytes path, long object, long timeNanos) {}

  /** Receives the end of a process. */
  void exit(long lsn, long process, int status, long timeNanos);
}
