// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** A failure with a specific HTTP status. */
public final class HttpFailure extends ColophonException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final long expected;

  public HttpFailure(int status, ErrorCode code, String message) {
    this(status, code, message, 0);
  }

  private HttpFailure(int status, ErrorCode code, String message, long expected) {
    super(code, message);
    this.status = status;
    this.expected = expected;
  }

  /**
   * Creates a rejection of numbered lines that are not the expected ones.
   *
   * @param line number of the expected line
   */
  public static HttpFailure expecting(String message, long line) {
    return new HttpFailure(409, ErrorCode.ALREADY_EXISTS, message, line);
  }

  /** Returns the number of the expected line; 0 if the failure is not about numbered lines. */
  public long expected() {
    return expected;
  }

  /** Returns the HTTP status of a failure. */
  public static int statusOf(ColophonException failure) {
    if (failure instanceof HttpFailure known) {
      return known.status;
    }
    return switch (failure.code()) {
      case BAD_REQUEST, BAD_INPUT -> 400;
      case NOT_PERMITTED -> 403;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, STORE_LOCKED, STORE_FOREIGN, PART_LOST -> 409;
      case LIMIT_REACHED -> 422;
      case TOOL_MISSING -> 501;
      case OVERLOADED, ADAPTER_BUSY, ADAPTER_FAILED, KERNEL_CLOSED, INTERRUPTED -> 503;
      case DISK_FULL -> 507;
      default -> 500;
    };
  }
}
