// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.util.List;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * A stream of operations that is the same for every call, and queries about it with their answers.
 */
public interface Workload {
  /** Returns a short name for tables. */
  String name();

  /**
   * Returns the number of operations of the stream. Excludes declarations of processes and objects,
   * and bindings of names, because peers do not store them.
   */
  long operations();

  /** Reports the whole stream and flushes. Stores no state about it. */
  void report(OperationSink sink);

  /**
   * Returns objects to query, drawn at random with a fixed seed.
   *
   * @param count number of objects
   */
  List<Target> targets(int count);
}
