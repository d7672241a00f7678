// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The one exception type of Colophon. The message tells the user what happened, where, and what to
 * do next.
 */
public class ColophonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public ColophonException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public ColophonException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /**
   * Sets this thread's interrupt flag again, and returns the exception for the interruption.
   *
   * @param doing the interrupted activity, such as {@code reading the log}
   */
  public static ColophonException interrupted(String doing, InterruptedException e) {
    Thread.currentThread().interrupt();
    return ErrorCode.INTERRUPTED.exception("interrupted while " + doing, e);
  }

  /** Returns the message, which is never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  public ErrorCode code() {
    return code;
  }
}
