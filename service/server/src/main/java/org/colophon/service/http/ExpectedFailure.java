package org.colophon.service.http;

import org.colophon.core.error.ErrorCode;

/** A refusal of unexpected lines: 409, with the number of the next line. */
public final class ExpectedFailure extends HttpFailure {
  private static final long serialVersionUID = 1L;

  private final long expected;

  public ExpectedFailure(String message, long expected) {
    super(409, ErrorCode.ALREADY_EXISTS, message);
    this.expected = expected;
  }

  /** The number of the next line. */
  long expected() {
    return expected;
  }
}
