package org.colophon.service.config;

import org.colophon.core.error.ErrorCode;

/** Validation of values at construction. */
public final class Checks {
  private Checks() {}

  public static void require(boolean holds, String message) {
    if (!holds) {
      throw ErrorCode.BAD_REQUEST.exception(message);
    }
  }
}
