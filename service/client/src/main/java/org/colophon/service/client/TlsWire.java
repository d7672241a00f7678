package org.colophon.service.client;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSocket;

/** A connection over TCP with TLS. Writing has no timeout of its own but the system's. */
final class TlsWire implements Wire {
  private static final int BUFFER_BYTES = 1 << 14;

  private final SSLSocket socket;
  private final int timeoutMillis;
  private final InputStream in;
  private final OutputStream out;

  /**
   * @param socket connected, and known to belong to whom it should
   */
  TlsWire(SSLSocket socket, int timeoutMillis) throws IOException {
    this.socket = socket;
    this.timeoutMillis = timeoutMillis;
    socket.setSoTimeout(timeoutMillis);
    this.in = new BufferedInputStream(new Input(socket.getInputStream()), BUFFER_BYTES);
    this.out = new BufferedOutputStream(new Output(socket.getOutputStream()), BUFFER_BYTES);
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public boolean isAlive() {
    try {
      if (in.available() > 0 || socket.isClosed()) {
        return false;
      }
      socket.setSoTimeout(1);
      socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return isPatientAgain();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isPatientAgain() {
    try {
      socket.setSoTimeout(timeoutMillis);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // what cannot be closed is gone
    }
  }

  private WireException broken(IOException e) {
    return e instanceof SocketTimeoutException
        ? WireException.silence(timeoutMillis, e)
        : WireException.gone(e);
  }

  private final class Input extends FilterInputStream {
    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return in.read(bytes, offset, length);
      } catch (IOException e) {
        throw broken(e);
      }
    }
  }

  private final class Output extends FilterOutputStream {
    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw broken(e);
      }
    }
  }
}
