// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.worker;

import java.io.IOException;

/** Thrown if the worker JVM ended during an inspection: killed, out of memory, or crashed. */
public final class WorkerDiedException extends IOException {
  private static final long serialVersionUID = 1L;

  WorkerDiedException(String message, IOException cause) {
    super(message, cause);
  }
}
