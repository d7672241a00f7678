package org.colophon.benchmarks.workload;

import java.util.List;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * A stream of operations that is the same on every call, and the queries about it with their
 * answers.
 */
public interface Workload {
  /** A short name for tables. */
  String name();

  /**
   * Returns the number of operations of the stream. Declarations of processes and objects and
   * bindings of names are reported, too, but not counted: the peers keep no such records.
   */
  long operations();

  /** Reports the whole stream and flushes. Keeps no state about it. */
  void report(OperationSink sink);

  /**
   * Returns objects to query, drawn at random with a fixed seed.
   *
   * @param count number of objects
   */
  List<Target> targets(int count);
}
