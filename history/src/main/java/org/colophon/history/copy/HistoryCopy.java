// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.copy;

import java.util.List;

/** A copy of a history that a service makes or serves. Any thread. */
public interface HistoryCopy extends AutoCloseable {
  /** Returns the copy's key in the service's status, such as {@code follow}. */
  String key();

  /** Returns the state of the copy as a value for JSON. */
  Object status();

  /** Returns the state of the copy as lines for the terminal. */
  List<String> lines();

  /** Returns the current failures; empty if there are none. */
  List<String> warnings();

  /** Returns the measured values of the copy. */
  List<Measure> measures();

  void start();

  @Override
  void close();
}
