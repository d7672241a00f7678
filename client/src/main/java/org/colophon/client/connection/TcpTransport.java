// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A connection over TCP, with or without TLS. For writes, the operating system's timeout applies.
 */
final class TcpTransport extends Transport {
  private static final int CONNECT_MILLIS = 10_000;

  private final Socket socket;

  private TcpTransport(Socket socket, int timeoutMillis) {
    super(timeoutMillis);
    this.socket = socket;
  }

  /**
   * Connects. If TLS is used, the certificate must be valid for the host's name.
   *
   * @param tls the TLS context; null for a connection without TLS
   */
  static TcpTransport connect(String host, int port, @Nullable SSLContext tls, int timeoutMillis)
      throws IOException {
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      plain.setSoTimeout(timeoutMillis);
      Socket socket = tls == null ? plain : encrypted(plain, host, port, tls);
      return new TcpTransport(socket, timeoutMillis);
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  private static Socket encrypted(Socket plain, String host, int port, SSLContext tls)
      throws IOException {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    try {
      socket.startHandshake();
    } catch (SocketException e) {
      // A service that rejects the certificate may close the connection before this client has sent
      // its whole handshake.
      throw new SSLException(
          "the service ended the TLS handshake ("
              + e.getMessage()
              + "); check that it accepts this client's certificate",
          e);
    }
    return socket;
  }

  @Override
  boolean isIdle() {
    try {
      if (in().available() > 0 || socket.isClosed()) {
        return false;
      }
      socket.setSoTimeout(1);
      try {
        socket.getInputStream().read();
        return false;
      } catch (SocketTimeoutException e) {
        socket.setSoTimeout(timeoutMillis());
        return true;
      }
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  int receive(byte[] bytes, int offset, int length) throws IOException {
    return socket.getInputStream().read(bytes, offset, length);
  }

  @Override
  void send(byte[] bytes, int offset, int length) throws IOException {
    socket.getOutputStream().write(bytes, offset, length);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // the connection is closed already
    }
  }
}
