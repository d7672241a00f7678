// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

/** Queries a loaded store. One thread. */
public interface Probe extends AutoCloseable {
  /** Collects the data ancestors of an object as of now. */
  void ancestors(long object, Found found);

  /** Counts the operations of all processes on an object. */
  long operationsOfObject(long object);

  /** Counts the operations of a process on objects. */
  long operationsOfProcess(long process);

  @Override
  void close();
}
