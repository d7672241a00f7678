package org.colophon.service.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The ways to a service. */
final class Dialers {
  private static final int CONNECT_MILLIS = 10_000;

  private Dialers() {}

  /** Looks at who listens before anything is said. */
  @FunctionalInterface
  interface Look {
    void at(SocketChannel channel) throws IOException;
  }

  static Dialer unix(Path socket, Duration timeout, Look look) {
    return () -> {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.connect(UnixDomainSocketAddress.of(socket));
        look.at(channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      return new ChannelWire(channel, timeout.toMillis());
    };
  }

  static Dialer tcp(String host, int port, Duration timeout) {
    return () -> {
      SocketChannel channel = SocketChannel.open();
      try {
        channel.socket().connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      return new ChannelWire(channel, timeout.toMillis());
    };
  }

  /** The certificate must be one for the host's name. */
  static Dialer tls(String host, int port, SSLContext context, Duration timeout) {
    return () -> {
      Socket plain = new Socket();
      try {
        plain.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
        SSLSocket socket =
            (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.setSoTimeout((int) timeout.toMillis());
        socket.startHandshake();
        return new TlsWire(socket, (int) timeout.toMillis());
      } catch (IOException | RuntimeException e) {
        plain.close();
        throw e;
      }
    };
  }
}
