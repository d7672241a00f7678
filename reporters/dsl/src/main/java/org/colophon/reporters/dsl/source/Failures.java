package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Converts I/O failures of a named file. */
public final class Failures {
  private Failures() {}

  /** Returns the failure to read a place. */
  public static ColophonException reading(String place, IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return new ColophonException(ErrorCode.NOT_FOUND, "there is no file " + place, cause);
    }
    if (cause instanceof AccessDeniedException) {
      return new ColophonException(ErrorCode.NOT_PERMITTED, "may not read " + place, cause);
    }
    return new ColophonException(ErrorCode.IO_FAILED, "cannot read " + place + ": " + cause, cause);
  }
}
