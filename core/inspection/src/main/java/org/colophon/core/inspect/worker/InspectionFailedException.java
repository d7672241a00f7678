package org.colophon.core.inspect.worker;

import java.io.IOException;

/** The inspector threw, and the worker goes on. */
final class InspectionFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  InspectionFailedException(String message) {
    super(message);
  }
}
