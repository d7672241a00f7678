// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/** Converts I/O failures of a named file. */
public final class ReadFailures {
  private ReadFailures() {}

  public static ColophonException reading(String place, IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return ErrorCode.NOT_FOUND.exception("there is no file " + place + "; check its path", cause);
    }
    if (cause instanceof AccessDeniedException) {
      return ErrorCode.NOT_PERMITTED.exception("no permission to read " + place, cause);
    }
    return IoFailure.of("read", place, cause);
  }
}
