package org.colophon.service.ingest;

/** A client's unit that cannot be taken; the message says why. The request ends before it. */
final class UnitFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Carries no stack: what matters is in the lines, not in this program. */
  UnitFailure(String message) {
    super(message, null, false, false);
  }
}
