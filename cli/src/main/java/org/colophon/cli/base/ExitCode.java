// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import org.colophon.core.error.ColophonException;

/**
 * Exit codes of all commands except {@code trace}, which exits with its command's code. They are
 * the same in later versions.
 */
public final class ExitCode {
  /** Success; a query found something. */
  public static final int FOUND = 0;

  /** Success, but a query found nothing. */
  public static final int NOTHING = 1;

  /** The command line or one of its values is invalid. */
  public static final int USAGE = 2;

  /** The store, the tracer or the system failed. */
  public static final int TROUBLE = 3;

  /**
   * Success in part: a part of the input was refused and recorded as a gap, or an answer lacks
   * damaged data.
   */
  public static final int PARTIAL = 4;

  /**
   * {@code check} found nothing undeclared, but the capture has gaps or the run has not ended, so
   * undeclared files may be missing.
   */
  public static final int CANNOT_TELL = 5;

  private ExitCode() {}

  /** Returns the exit code for an error. */
  public static int of(ColophonException error) {
    return switch (error.code()) {
      case NOT_FOUND -> NOTHING;
      case BAD_REQUEST, ALREADY_EXISTS -> USAGE;
      default -> TROUBLE;
    };
  }
}
