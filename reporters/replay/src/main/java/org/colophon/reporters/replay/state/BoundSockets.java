// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.ArrayList;
import java.util.List;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Sockets with an address. They serve to match the two ends of connections and messages. */
public final class BoundSockets {
  /** Maximum number of sockets. Beyond it, the oldest sockets are evicted. */
  private static final int MAX_BOUND = 4096;

  private final List<SocketEnd> bound = new ArrayList<>();

  public void bind(SocketEnd end, @Nullable SocketAddress address) {
    if (address == null) {
      return;
    }
    bound.remove(end);
    end.address = address;
    bound.add(end);
    if (bound.size() > MAX_BOUND) {
      bound.remove(0);
    }
  }

  /**
   * Returns the latest socket bound to the address; null if no traced process has one. Also matches
   * a socket with an unknown port that Linux has chosen.
   */
  public @Nullable SocketEnd at(String scheme, SocketAddress address) {
    SocketEnd maybe = null;
    for (int i = bound.size() - 1; i >= 0; i--) {
      SocketEnd end = bound.get(i);
      SocketAddress own = end.address;
      if (own != null && end.scheme.equals(scheme)) {
        if (own.receives(address)) {
          return end;
        }
        boolean isUnasked = own.port() == 0 && !scheme.equals("unix");
        maybe = maybe == null && isUnasked && address.isLoopback() ? end : maybe;
      }
    }
    return maybe;
  }
}
