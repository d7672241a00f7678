package org.colophon.cli.output;

import java.io.IOException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Who reads the answer has enough of it, as {@code head} has after ten lines: the rest is not
 * written, and nothing is wrong.
 */
public final class ReaderGoneException extends ColophonException {
  private static final long serialVersionUID = 1L;

  ReaderGoneException(IOException cause) {
    super(ErrorCode.IO_FAILED, "who reads standard output is gone", cause);
  }
}
