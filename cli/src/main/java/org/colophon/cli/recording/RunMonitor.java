// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

/** Observes a running reporter. */
@FunctionalInterface
public interface RunMonitor {
  /** A monitor that does nothing. */
  RunMonitor NOTHING = run -> {};

  /**
   * Observes a run. Called once, on the recording thread. Returns soon after the reporter has
   * ended.
   */
  void until(Run run);
}
