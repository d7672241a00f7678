package org.colophon.service.source;

/** A client's unit that cannot be taken; the message says why. The request ends before it. */
final class RejectedUnitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Carries no stack: what matters is in the lines, not in this program. */
  RejectedUnitException(String message) {
    super(message, null, false, false);
  }
}
