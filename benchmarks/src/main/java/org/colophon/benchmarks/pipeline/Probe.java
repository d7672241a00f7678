package org.colophon.benchmarks.pipeline;

/** Asks a loaded store. One thread. */
interface Probe extends AutoCloseable {
  /** Collects the data ancestors of an object as of now. */
  void ancestors(long object, Found found);

  /** How many operations of all processes concern an object. */
  long operationsOfObject(long object);

  /** How many operations a process did with objects. */
  long operationsOfProcess(long process);

  @Override
  void close();
}
