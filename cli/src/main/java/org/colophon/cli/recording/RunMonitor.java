package org.colophon.cli.recording;

/** Observes a running reporter. */
@FunctionalInterface
public interface RunMonitor {
  /** A monitor that does nothing. */
  RunMonitor NOTHING = run -> {};

  /** Called once, on the thread that records; returns soon after the reporter has ended. */
  void until(Run run);
}
