package org.colophon.reporters.strace.replay;

/** State of a socket besides the two objects of its open file. */
final class SocketEnd {
  /** The directions of a connection, seen from the connecting end. */
  record Directions(long sent, long received) {}

  /** Scheme of its addresses: "tcp", "udp" or "unix". */
  final String scheme;

  final boolean isDatagram;

  /** The bound address; null if none. */
  SocketAddress address;

  /** Number of connections not accepted yet, which share the directions below. */
  int waiting;

  Directions pending;

  /** The server connection; null if it cannot be one. */
  Conversation conversation;

  /** Objects for messages to a datagram socket, and from it to unknown readers. */
  long inbox;

  long outbox;

  SocketEnd(String scheme, boolean isDatagram) {
    this.scheme = scheme;
    this.isDatagram = isDatagram;
  }
}
