package org.colophon.cli.base;

import org.colophon.core.error.ColophonException;

/**
 * The exit codes of all commands except {@code trace}, which returns the exit code of its command.
 * They stay the same in later versions.
 */
public final class ExitCode {
  /** Done, or found. */
  public static final int FOUND = 0;

  /** No error, and nothing found. */
  public static final int NOTHING = 1;

  /** The command line, or a value on it, is wrong. */
  public static final int USAGE = 2;

  /** The store, the tracer or the system failed. */
  public static final int TROUBLE = 3;

  /** Done, but a part of the input was refused and recorded as a gap. */
  public static final int PARTIAL = 4;

  private ExitCode() {}

  /** The exit code for an error. */
  public static int of(ColophonException error) {
    return switch (error.code()) {
      case NOT_FOUND -> NOTHING;
      case BAD_REQUEST, ALREADY_EXISTS -> USAGE;
      default -> TROUBLE;
    };
  }
}
