package org.colophon.cli.recording;

/** Looks on while a reporter runs. */
@FunctionalInterface
public interface RunMonitor {
  /** Looks on for nothing. */
  RunMonitor NOTHING = run -> {};

  /** Called once, on the thread that records; returns soon after the reporter has ended. */
  void until(Run run);
}
