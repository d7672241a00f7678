// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * An open connection with buffered streams. They fail with a {@link TransportException} if the
 * connection ends or the service is silent for too long. One thread at a time; any thread may close
 * it.
 */
abstract class Transport implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private volatile int timeoutMillis;
  private final InputStream in = new BufferedInputStream(new Input(), BUFFER_BYTES);
  private final OutputStream out = new BufferedOutputStream(new Output(), BUFFER_BYTES);

  Transport(int timeoutMillis) {
    this.timeoutMillis = timeoutMillis;
  }

  final int timeoutMillis() {
    return timeoutMillis;
  }

  final void setTimeoutMillis(int value) {
    timeoutMillis = value;
  }

  /** Returns the input stream, which supports marks. */
  final InputStream in() {
    return in;
  }

  final OutputStream out() {
    return out;
  }

  /** Returns whether the connection is open and the service has sent no unexpected bytes. */
  abstract boolean isIdle();

  abstract int receive(byte[] bytes, int offset, int length) throws IOException;

  abstract void send(byte[] bytes, int offset, int length) throws IOException;

  @Override
  public abstract void close();

  /**
   * A failure of the connection itself. Other failures of reading or writing are not of this type.
   */
  static final class TransportException extends IOException {
    private static final long serialVersionUID = 1L;

    private TransportException(String message, IOException cause) {
      super(message, cause);
    }

    static TransportException silent(SocketTimeoutException cause, Duration time) {
      return new TransportException(
          "the service did not answer for " + time.toMillis() / 1000.0 + " s", cause);
    }

    /** Returns true if TLS failed, for example because of a certificate. A retry would fail too. */
    boolean isTls() {
      return getCause() instanceof SSLException;
    }

    /** Returns whether the service was silent for too long, so that it may still run. */
    boolean isTimeout() {
      return getCause() instanceof SocketTimeoutException;
    }
  }

  private TransportException broken(IOException cause) {
    if (cause instanceof SocketTimeoutException timeout) {
      return TransportException.silent(timeout, Duration.ofMillis(timeoutMillis));
    }
    String message = "the connection to the service broke: " + cause.getMessage();
    if (cause instanceof SSLException) {
      message =
          "TLS with the service failed: "
              + cause.getMessage()
              + ": check the certificates of both sides";
    } else if (cause instanceof ClosedChannelException) {
      message = "the connection to the service is closed";
    }
    return new TransportException(message, cause);
  }

  /** Converts a failure of the connection to a {@link ColophonException}. */
  static ColophonException toColophonException(IOException e) {
    String message =
        e instanceof TransportException
            ? String.valueOf(e.getMessage())
            : "the connection to the service broke: " + e;
    return ErrorCode.IO_FAILED.exception(message, e);
  }

  private final class Input extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return receive(bytes, offset, length);
      } catch (IOException e) {
        throw broken(e);
      }
    }
  }

  private final class Output extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        send(bytes, offset, length);
      } catch (IOException e) {
        throw broken(e);
      }
    }
  }
}
