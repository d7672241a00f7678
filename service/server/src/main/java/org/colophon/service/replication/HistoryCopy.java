package org.colophon.service.replication;

import java.util.List;

/** A copy of a history that a service makes or feeds. Any thread. */
public interface HistoryCopy extends AutoCloseable {
  /** Returns the key of its state in the service's status, such as {@code follow}. */
  String key();

  /** Returns its state, for JSON. */
  Object status();

  /** Returns the lines of its state for people. */
  List<String> lines();

  /** Returns what does not work now; empty if all is well. */
  List<String> warnings();

  /** Begins. */
  void start();

  @Override
  void close();
}
