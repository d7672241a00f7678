package org.colophon.service.source;

/** Refusal of a client's unit, with the reason. The request ends before the unit. */
final class RejectedUnitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a stack trace. */
  RejectedUnitException(String message) {
    super(message, null, false, false);
  }
}
