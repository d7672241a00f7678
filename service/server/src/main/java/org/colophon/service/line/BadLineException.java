package org.colophon.service.line;

/** A line that cannot become an operation; the message says why. */
public final class BadLineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Carries no stack: what matters is in the line, not in this program. */
  public BadLineException(String message) {
    super(message, null, false, false);
  }
}
