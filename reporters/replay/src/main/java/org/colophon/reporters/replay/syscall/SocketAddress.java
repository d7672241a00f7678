// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.syscall;

import org.colophon.core.model.Bytes;

/**
 * Address of a socket.
 *
 * @param host an IP address, or the path or abstract name of a Unix socket
 * @param port port; 0 for a Unix socket, or if Linux chooses the port
 */
public record SocketAddress(String host, int port) {
  private static final int GROUPS = 8;
  private static final String MAPPED = "::ffff:";

  /** Returns the address of a Unix socket by its absolute path or its abstract name. */
  public static SocketAddress unix(boolean isAbstract, Bytes name) {
    return new SocketAddress((isAbstract ? "@" : "") + name.display(), 0);
  }

  /** Returns the canonical text of an IPv6 address, as strace prints it. */
  public static String host6(byte[] address) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = (address[2 * i] & 0xff) << 8 | (address[2 * i + 1] & 0xff);
    }
    int bestFrom = -1;
    int bestLength = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > bestLength) {
        bestFrom = i;
        bestLength = end - i;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == bestFrom) {
        text.append("::");
        i += bestLength - 1;
      } else {
        boolean needsColon = i > 0 && text.charAt(text.length() - 1) != ':';
        text.append(needsColon ? ":" : "").append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }

  public boolean isLoopback() {
    return host.startsWith("127.") || host.equals("::1") || host.startsWith("::ffff:127.");
  }

  /**
   * Returns whether a peer at this address is on another host, or on this host under an external
   * address.
   */
  public boolean isOutside() {
    return port > 0 && !isLoopback();
  }

  /** Returns whether the address means all addresses of the host. */
  public boolean isAny() {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  /** Returns whether a socket bound to this address receives data sent to the target. */
  public boolean receives(SocketAddress target) {
    if (port != target.port) {
      return false;
    }
    return host.equals(target.host)
        || (isAny() && (target.isLoopback() || target.isAny()))
        || (isLoopback() && target.isLoopback());
  }

  /**
   * Returns this address. Converts an IPv6 address that represents an IPv4 address to the IPv4
   * address.
   */
  public SocketAddress unmapped() {
    if (!host.startsWith(MAPPED)) {
      return this;
    }
    String rest = host.substring(MAPPED.length());
    int colon = rest.indexOf(':');
    if (colon < 0) {
      return new SocketAddress(rest, port);
    }
    int bits =
        Integer.parseInt(rest.substring(0, colon), 16) << 16
            | Integer.parseInt(rest.substring(colon + 1), 16);
    return new SocketAddress(
        "%d.%d.%d.%d".formatted(bits >>> 24, bits >> 16 & 255, bits >> 8 & 255, bits & 255), port);
  }

  /** Returns host and port: {@code 127.0.0.1:80}, {@code [::1]:80}. */
  public String text() {
    boolean isLong = host.indexOf(':') >= 0;
    return (isLong ? "[" + host + "]" : host) + ":" + port;
  }

  /** Returns the address as part of a name: {@code tcp://127.0.0.1:80}, {@code unix:///run/db}. */
  public String name(String scheme) {
    if (scheme.equals("unix")) {
      return "unix://" + host;
    }
    return scheme + "://" + text();
  }
}
