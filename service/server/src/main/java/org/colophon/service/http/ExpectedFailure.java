package org.colophon.service.http;

import org.colophon.core.error.ErrorCode;

/** A refusal of lines that are not those which come next: 409, with the number that does. */
public final class ExpectedFailure extends HttpFailure {
  private static final long serialVersionUID = 1L;

  private final long expected;

  public ExpectedFailure(String message, long expected) {
    super(409, ErrorCode.ALREADY_EXISTS, message);
    this.expected = expected;
  }

  /** The number of the line that comes next. */
  long expected() {
    return expected;
  }
}
