// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import java.io.IOException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Signals that the reader of the answer closed the pipe, as {@code head} does after ten lines. This
 * is not an error.
 */
public final class ReaderGoneException extends ColophonException {
  private static final long serialVersionUID = 1L;

  ReaderGoneException(IOException cause) {
    super(ErrorCode.IO_FAILED, "the reader of standard output has closed it", cause);
  }
}
