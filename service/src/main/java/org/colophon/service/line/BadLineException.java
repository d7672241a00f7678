// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

/** Rejection of a line, with the reason. */
public final class BadLineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a stack trace. */
  public BadLineException(String message) {
    super(message, null, false, false);
  }

  /** Returns the reason, which is never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
