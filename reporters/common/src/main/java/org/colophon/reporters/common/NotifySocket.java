// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Sends states to a service manager as sd_notify(3) does: datagrams to a Unix socket, which Java
 * itself cannot send. Any thread.
 */
public final class NotifySocket {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM = 2;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;

  private final CoreLibc libc = SharedLibc.get();
  private final String name;
  private final byte[] address;

  /**
   * @param name the value of {@code NOTIFY_SOCKET}: a path, or {@code @} and an abstract name
   */
  public NotifySocket(String name) {
    this.name = name;
    this.address = address(name);
  }

  /** Returns a sockaddr_un: the family in native byte order, then the path. */
  private static byte[] address(String name) {
    byte[] path = name.getBytes(StandardCharsets.UTF_8);
    if (name.startsWith("@")) {
      path[0] = 0;
    }
    return ByteBuffer.allocate(Short.BYTES + path.length)
        .order(ByteOrder.nativeOrder())
        .putShort((short) AF_UNIX)
        .put(path)
        .array();
  }

  /**
   * Sends a state.
   *
   * @param state assignments such as {@code READY=1}, one on each line
   * @throws IOException if nobody listens there
   */
  public void send(String state) throws IOException {
    byte[] data = state.getBytes(StandardCharsets.UTF_8);
    int socket = libc.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    try {
      if (socket < 0
          || libc.sendto(socket, data, data.length, MSG_NOSIGNAL, address, address.length) < 0) {
        throw new IOException("cannot send to the service manager's socket " + name);
      }
    } finally {
      if (socket >= 0) {
        libc.close(socket);
      }
    }
  }
}
