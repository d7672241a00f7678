// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.worker;

import java.io.IOException;

/** Thrown if the inspector failed and the worker is still usable. */
final class InspectionFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  InspectionFailedException(String message) {
    super(message);
  }
}
