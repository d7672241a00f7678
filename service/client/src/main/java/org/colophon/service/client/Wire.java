package org.colophon.service.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * One open connection. Streams end with a {@link WireException} where the other side is gone or
 * silent for too long. One thread at a time; any may close.
 */
interface Wire extends AutoCloseable {
  /** Can be marked. */
  InputStream in();

  OutputStream out();

  /** Whether the other side has not closed it; to be asked between an answer and a request. */
  boolean isAlive();

  @Override
  void close();

  /** What went wrong with the connection, as opposed to whatever else was read or written. */
  final class WireException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isSilence;

    private WireException(String message, boolean isSilence, IOException cause) {
      super(message, cause);
      this.isSilence = isSilence;
    }

    static WireException silence(long millis, IOException cause) {
      String message = "the service was silent for " + millis / 1000.0 + " s";
      return new WireException(message, true, cause);
    }

    static WireException gone(IOException cause) {
      String message =
          cause instanceof ClosedChannelException
              ? "the connection to the service was closed"
              : "the connection to the service broke: " + cause.getMessage();
      return new WireException(message, false, cause);
    }

    /** Whether the other side may still be there. */
    boolean isSilence() {
      return isSilence;
    }
  }

  /** A failure of the connection for those who asked for something. */
  static ColophonException broken(IOException e) {
    String message =
        e instanceof WireException ? e.getMessage() : "the connection to the service broke: " + e;
    return new ColophonException(ErrorCode.IO_FAILED, message, e);
  }
}
