// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Socket addresses in the layout of Linux. */
final class KernelAddress {
  private static final int UNIX = 1;
  private static final int INTERNET = 2;
  private static final int INTERNET_6 = 10;

  private KernelAddress() {}

  /**
   * Returns an address; null for an unknown family.
   *
   * @param absolute resolves a relative path
   */
  static @Nullable SocketAddress read(
      ByteBuffer memory, int at, int length, UnaryOperator<Bytes> absolute) {
    int family = length < 2 ? 0 : memory.getShort(at);
    if (family == UNIX && length > 2) {
      return unix(memory, at + 2, at + length, absolute);
    }
    if (family == INTERNET && length >= 8) {
      byte[] host = read(memory, at + 4, 4);
      String text =
          (host[0] & 0xff)
              + "."
              + (host[1] & 0xff)
              + "."
              + (host[2] & 0xff)
              + "."
              + (host[3] & 0xff);
      return new SocketAddress(text, port(memory, at));
    }
    return family == INTERNET_6 && length >= 24
        ? new SocketAddress(SocketAddress.host6(read(memory, at + 8, 16)), port(memory, at))
        : null;
  }

  private static byte[] read(ByteBuffer memory, int at, int length) {
    byte[] bytes = new byte[length];
    memory.get(at, bytes);
    return bytes;
  }

  private static int port(ByteBuffer memory, int at) {
    return Short.toUnsignedInt(Short.reverseBytes(memory.getShort(at + 2)));
  }

  private static SocketAddress unix(
      ByteBuffer memory, int from, int to, UnaryOperator<Bytes> absolute) {
    boolean isAbstract = memory.get(from) == 0;
    int start = isAbstract ? from + 1 : from;
    int end = start;
    while (end < to && (isAbstract || memory.get(end) != 0)) {
      end++;
    }
    Bytes name = Bytes.wrap(read(memory, start, end - start));
    return SocketAddress.unix(isAbstract, isAbstract ? name : absolute.apply(name));
  }
}
