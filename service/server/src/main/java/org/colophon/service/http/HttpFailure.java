package org.colophon.service.http;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** A refusal whose status says more than its code does. */
public class HttpFailure extends ColophonException {
  private static final long serialVersionUID = 1L;

  private final int status;

  public HttpFailure(int status, ErrorCode code, String message) {
    super(code, message);
    this.status = status;
  }

  /** The HTTP status of a failure. */
  public static int statusOf(ColophonException failure) {
    if (failure instanceof HttpFailure known) {
      return known.status;
    }
    return switch (failure.code()) {
      case BAD_REQUEST, BAD_INPUT -> 400;
      case NOT_PERMITTED -> 403;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, STORE_LOCKED -> 409;
      case LIMIT_REACHED -> 422;
      case TOOL_MISSING -> 501;
      case OVERLOADED, ADAPTER_BUSY, ADAPTER_FAILED, KERNEL_CLOSED, INTERRUPTED -> 503;
      case DISK_FULL -> 507;
      default -> 500;
    };
  }
}
