// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.Map;
import org.colophon.core.collect.BoundedMap;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.jspecify.annotations.Nullable;

/** State of a socket besides the two objects of its open file. */
public final class SocketEnd {
  private static final int MAX_PAIRS = 64;

  /** The objects of the two directions of a connection, as seen from the connecting end. */
  public record Directions(long sent, long received) {}

  /** Scheme of the socket's addresses: "tcp", "udp" or "unix". */
  public final String scheme;

  public final boolean isDatagram;

  /** The bound address; null if none. */
  public @Nullable SocketAddress address;

  /** Number of connections that are not accepted yet. They share the directions below. */
  public int waiting;

  /** Null if no connection waits. */
  public @Nullable Directions pending;

  /** The connection to a database server; null if the peer cannot be one. */
  public @Nullable DatabaseConnection database;

  /**
   * Object for messages to a datagram socket. {@link #outbox} is the object for messages from it to
   * unknown readers.
   */
  public long inbox;

  public long outbox;

  /** The last process with a gap for datagrams without the sender's address; 0 if none. */
  public long unknownSendersOf;

  /** True if a traced process has sent to the inbox. */
  public boolean isReached;

  /** The local address of a datagram socket, possibly a wildcard address; null if unknown. */
  public @Nullable SocketAddress own;

  /** True for a connection to another host. */
  public boolean isOutside;

  /** The direction of the connection that was used last, and how often the direction changed. */
  public long lastUsed;

  public long turns;

  /** The peer of a connected datagram socket; null if none. */
  public @Nullable SocketAddress peer;

  /** Objects of the datagrams with recent peers on other hosts. */
  public final Map<SocketAddress, Directions> pairs = BoundedMap.byUse(MAX_PAIRS);

  public SocketEnd(String scheme, boolean isDatagram) {
    this.scheme = scheme;
    this.isDatagram = isDatagram;
  }

  /** Returns whether the inbox receives messages of any sender. */
  public boolean takesFromAnyone() {
    return inbox != 0 && peer == null;
  }
}
