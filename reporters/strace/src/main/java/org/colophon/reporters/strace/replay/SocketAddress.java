package org.colophon.reporters.strace.replay;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.strace.line.Scan;
import org.colophon.reporters.strace.line.StraceLine;

/**
 * Address of a socket.
 *
 * @param host an IP address, or the path or abstract name of a Unix socket
 * @param port 0 for a Unix socket, or if the system chooses
 */
record SocketAddress(String host, int port) {
  private static final byte[] PORT = "port=htons(".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] UNIX = "sun_path=".getBytes(StandardCharsets.US_ASCII);

  /** Parses {@code {sa_family=..., ...}}; returns null for unknown families. */
  static SocketAddress parse(StraceLine line, int argument, Names names, Task task) {
    byte[] buffer = line.buffer();
    int from = line.from(argument);
    int to = line.to(argument);
    int path = after(buffer, from, to, UNIX);
    if (path >= 0 && path < to) {
      boolean isAbstract = buffer[path] == '@';
      Bytes name = Scan.unquote(buffer, isAbstract ? path + 1 : path, to);
      return new SocketAddress(
          isAbstract ? "@" + name.display() : names.absolute(task, name).display(), 0);
    }
    int port = after(buffer, from, to, PORT);
    return port < 0 ? null : internet(buffer, port, to);
  }

  private static SocketAddress internet(byte[] buffer, int port, int to) {
    int quote = port;
    while (quote < to && buffer[quote] != '"') {
      quote++;
    }
    if (quote >= to) {
      return null;
    }
    String host = Scan.unquote(buffer, quote, to).display();
    return new SocketAddress(host, (int) Scan.number(buffer, port, to));
  }

  private static int after(byte[] buffer, int from, int to, byte[] word) {
    for (int p = from; p + word.length <= to; p++) {
      if (java.util.Arrays.equals(buffer, p, p + word.length, word, 0, word.length)) {
        return p + word.length;
      }
    }
    return -1;
  }

  boolean isLoopback() {
    return host.startsWith("127.") || host.equals("::1") || host.startsWith("::ffff:127.");
  }

  private boolean isAny() {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  /** Returns whether a socket bound here receives data sent to the target. */
  boolean receives(SocketAddress target) {
    if (port != target.port) {
      return false;
    }
    return host.equals(target.host)
        || (isAny() && (target.isLoopback() || target.isAny()))
        || (isLoopback() && target.isLoopback());
  }

  /** Returns the address as part of a name: {@code tcp://127.0.0.1:80}, {@code unix:///run/db}. */
  String name(String scheme) {
    if (scheme.equals("unix")) {
      return "unix://" + host;
    }
    boolean isLong = host.indexOf(':') >= 0;
    return scheme + "://" + (isLong ? "[" + host + "]" : host) + ":" + port;
  }
}
