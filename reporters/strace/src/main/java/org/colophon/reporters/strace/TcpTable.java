package org.colophon.reporters.strace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.strace.replay.state.SocketAddress;

/** The kernel's table of TCP connections, as proc(5) shows it for a process's network. */
final class TcpTable {
  private static final String SOCKET = "socket:[";

  /** Bounds the cost of one connection where there are many. */
  private static final int MAX_LINES = 2_000;

  private static final int LOCAL = 1;
  private static final int INODE = 9;

  private TcpTable() {}

  /** Returns the own address of a connection; null if it has ended. */
  static SocketAddress ownAddress(String process, int fd) {
    String link = ProcFiles.link(process, "fd/" + fd).display();
    if (!link.startsWith(SOCKET)) {
      return null;
    }
    String inode = link.substring(SOCKET.length(), link.length() - 1);
    return Stream.of("tcp", "tcp6")
        .flatMap(table -> lines(Path.of("/proc", process, "net", table)).stream())
        .map(line -> line.strip().split("\\s+", -1))
        .filter(words -> words.length > INODE && words[INODE].equals(inode))
        .map(words -> parse(words[LOCAL]))
        .findFirst()
        .orElse(null);
  }

  private static List<String> lines(Path table) {
    try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
      return lines.limit(MAX_LINES).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // the process is over
    }
  }

  /** Parses an address in hexadecimal digits, of which each four bytes are in the host's order. */
  static SocketAddress parse(String text) {
    int colon = text.indexOf(':');
    ByteBuffer given = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
    ByteBuffer address = ByteBuffer.allocate(given.capacity()).order(ByteOrder.nativeOrder());
    while (given.hasRemaining()) {
      address.putInt(given.getInt());
    }
    try {
      String host = InetAddress.getByAddress(address.array()).getHostAddress();
      return new SocketAddress(host, Integer.parseInt(text.substring(colon + 1), 16));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("the kernel's addresses have 4 or 16 bytes", e);
    }
  }
}
