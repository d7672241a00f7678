package org.colophon.reporters.strace;

/**
 * CPU placement of the tracer and the traced processes. A switch between them within one CPU costs
 * a tenth of an interrupt across CPUs.
 */
public enum Pin {
  /** One CPU, if the host has more than one. */
  AUTO,
  YES,
  NO
}
