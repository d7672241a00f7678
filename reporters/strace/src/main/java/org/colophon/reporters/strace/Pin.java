package org.colophon.reporters.strace;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Whether tracer and traced processes stay on one CPU. Each stop wakes the other of the two: within
 * a CPU that is a switch, across CPUs an interrupt that costs ten times as much.
 */
public enum Pin {
  /** On one CPU, unless there is only one anyway. */
  AUTO,
  YES,
  NO;

  static Pin of(String text) {
    return switch (text) {
      case "auto" -> AUTO;
      case "yes" -> YES;
      case "no" -> NO;
      default ->
          throw new ColophonException(
              ErrorCode.BAD_REQUEST, "pin=" + text + " is none of auto, yes, no");
    };
  }
}
