package org.colophon.reporters.strace;

/**
 * Whether tracer and traced processes stay on one CPU. Each stop wakes the other of the two: within
 * a CPU that is a switch, across CPUs an interrupt that costs ten times as much.
 */
public enum Pin {
  /** On one CPU, unless there is only one anyway. */
  AUTO,
  YES,
  NO
}
