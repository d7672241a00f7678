package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import org.colophon.reporters.replay.state.SocketAddress;

/** Socket addresses in the notation of strace. */
final class AddressText {
  private static final int UNIX = 1;
  private static final int INTERNET = 2;
  private static final int INTERNET_6 = 10;

  private AddressText() {}

  /** Appends an address; NULL for an unknown family. */
  static void append(LineBuffer line, ByteBuffer memory, int at, int length) {
    int family = length < 2 ? 0 : memory.getShort(at);
    if (family == UNIX && length > 2) {
      unix(line, memory, at + 2, at + length);
    } else if (family == INTERNET && length >= 8) {
      line.put("{sa_family=AF_INET, sin_port=htons(").decimal(port(memory, at));
      line.put("), sin_addr=inet_addr(\"");
      for (int i = 0; i < 4; i++) {
        line.put(i == 0 ? "" : ".").decimal(memory.get(at + 4 + i) & 0xff);
      }
      line.put("\")}");
    } else if (family == INTERNET_6 && length >= 24) {
      line.put("{sa_family=AF_INET6, sin6_port=htons(").decimal(port(memory, at));
      line.put("), inet_pton(AF_INET6, \"").put(internet6(memory, at + 8));
      line.put("\", &sin6_addr)}");
    } else {
      line.put("NULL");
    }
  }

  private static int port(ByteBuffer memory, int at) {
    return Short.toUnsignedInt(Short.reverseBytes(memory.getShort(at + 2)));
  }

  private static void unix(LineBuffer line, ByteBuffer memory, int from, int to) {
    boolean isAbstract = memory.get(from) == 0;
    int start = isAbstract ? from + 1 : from;
    int end = start;
    while (end < to && (isAbstract || memory.get(end) != 0)) {
      end++;
    }
    line.put("{sa_family=AF_UNIX, sun_path=").put(isAbstract ? "@" : "");
    line.quoted(memory, start, end).put('}');
  }

  private static String internet6(ByteBuffer memory, int at) {
    byte[] address = new byte[16];
    memory.get(at, address, 0, address.length);
    return SocketAddress.host6(address);
  }
}
