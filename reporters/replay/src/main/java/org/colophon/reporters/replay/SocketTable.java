// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Reads Linux's tables of sockets and routes in the network namespace of a process. */
final class SocketTable {
  private static final String NETWORK = "ns/net";
  private static final String SOCKET = "socket:[";

  /** Maximum number of lines that are read, which bounds the cost for one connection. */
  private static final int MAX_LINES = 2_000;

  private static final int LOCAL = 1;
  private static final int INODE = 9;

  private SocketTable() {}

  /** Returns the local address of a socket; null if it is closed. */
  static @Nullable SocketAddress ownAddress(String process, int fd, String scheme) {
    String link = ProcFiles.link(process, "fd/" + fd).display();
    if (!link.startsWith(SOCKET)) {
      return null;
    }
    String inode = link.substring(SOCKET.length(), link.length() - 1);
    return Stream.of(scheme, scheme + "6")
        .flatMap(table -> lines(Path.of("/proc", process, "net", table)).stream())
        .map(line -> line.strip().split("\\s+", -1))
        .filter(words -> words.length > INODE && words[INODE].equals(inode))
        .map(words -> parse(words[LOCAL]))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the address from which a process sends to a peer; null if the process has another
   * network namespace than this process, or if no route exists. An ended process counts as one of
   * the same namespace.
   */
  static @Nullable String sourceTowards(String process, SocketAddress peer) {
    Bytes network = ProcFiles.link(process, NETWORK);
    if (!network.isEmpty() && !network.equals(ProcFiles.link("self", NETWORK))) {
      return null;
    }
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(InetAddress.getByName(peer.host()), peer.port()));
      return host(((InetSocketAddress) channel.getLocalAddress()).getAddress());
    } catch (IOException | UnresolvedAddressException e) {
      return null;
    }
  }

  private static List<String> lines(Path table) {
    try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
      return lines.limit(MAX_LINES).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // the process has ended
    }
  }

  private static String host(InetAddress address) {
    boolean isLong = address instanceof Inet6Address;
    return isLong ? SocketAddress.host6(address.getAddress()) : address.getHostAddress();
  }

  /**
   * Parses an address in hexadecimal digits, in which each group of four bytes is in the host's
   * byte order.
   */
  static SocketAddress parse(String text) {
    int colon = text.indexOf(':');
    ByteBuffer given = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
    ByteBuffer address = ByteBuffer.allocate(given.capacity()).order(ByteOrder.nativeOrder());
    while (given.hasRemaining()) {
      address.putInt(given.getInt());
    }
    try {
      String host = host(InetAddress.getByAddress(address.array()));
      return new SocketAddress(host, Integer.parseInt(text.substring(colon + 1), 16));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("addresses in /proc have 4 or 16 bytes", e);
    }
  }
}
