// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.nio.file.Path;
import java.time.Duration;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** A service runs and accepts connections, but does not answer: it is stopped or hangs. */
public final class SilentServiceException extends ColophonException {
  private static final long serialVersionUID = 1L;

  SilentServiceException(Path store, long pid, Duration time, ColophonException cause) {
    super(
        ErrorCode.IO_FAILED,
        "the service of %s (pid %d) has not answered for %d s; if it hangs, end it with 'kill -KILL %d' and start it again"
            .formatted(store, pid, time.toSeconds(), pid),
        cause);
  }
}
