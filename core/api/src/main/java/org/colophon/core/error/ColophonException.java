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

  /** Returns the message, which is never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  public ErrorCode code() {
    return code;
  }
}
