// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Translates the errors of commands that run a reporter. For a query, NOT_FOUND is a valid answer
 * with its own exit code; for these commands, it is a failure.
 */
public final class AttachErrors {
  private AttachErrors() {}

  /**
   * Requests the service to run a reporter.
   *
   * @param option the option that runs the reporter in this process instead
   */
  static <T> T byService(Supplier<T> work, String option) {
    try {
      return work.get();
    } catch (ColophonException e) {
      throw switch (e.code()) {
        case NOT_FOUND -> ErrorCode.BAD_REQUEST.exception(e.getMessage(), e);
        case NOT_PERMITTED ->
            ErrorCode.NOT_PERMITTED.exception(
                e.getMessage() + "; to open it in this process, add " + option, e);
        default -> e;
      };
    }
  }

  /** Runs a reporter in this process. */
  static <T> T inProcess(Supplier<T> work) {
    try {
      return work.get();
    } catch (ColophonException e) {
      throw e.code() == ErrorCode.NOT_FOUND ? ErrorCode.IO_FAILED.exception(e.getMessage(), e) : e;
    }
  }
}
