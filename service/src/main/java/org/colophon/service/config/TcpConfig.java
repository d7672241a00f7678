// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.colophon.core.error.ErrorCode;

/**
 * TCP address of the service.
 *
 * @param host name or address to listen on.
 * @param port port; 0 for any free port.
 * @param tls certificate; required unless the address is on loopback.
 * @param hosts names of the service in addition to those of loopback.
 * @param origins origins of web pages that may call the service, such as {@code
 *     https://prov.example.org}
 */
public record TcpConfig(
    String host, int port, Optional<TlsConfig> tls, List<String> hosts, List<String> origins) {
  public TcpConfig {
    hosts = List.copyOf(hosts);
    origins = List.copyOf(origins);
    ErrorCode.BAD_REQUEST.require(
        port >= 0 && port <= 65_535, "a port is at most 65535, not " + port);
    boolean isLocal = address(host).isLoopbackAddress();
    ErrorCode.BAD_REQUEST.require(
        isLocal || tls.isPresent(),
        host
            + " is not a loopback address: set a certificate (listen.tls or --tls-certificate), or use 127.0.0.1");
  }

  /** Returns a loopback address without TLS. */
  public static TcpConfig loopback(int port) {
    return new TcpConfig("127.0.0.1", port, Optional.empty(), List.of(), List.of());
  }

  private static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw ErrorCode.BAD_REQUEST.exception("'" + host + "' is not an address of this machine", e);
    }
  }
}
