package org.colophon.reporters.strace.replay;

/** What is known of a socket besides the two objects that its open file leads to. */
final class SocketEnd {
  /** A connection's two directions, seen from the end that connected. */
  record Directions(long sent, long received) {}

  /** "tcp", "udp", "unix": how its addresses begin. */
  final String scheme;

  /** Each message goes to the address it names; there are no connections. */
  final boolean isDatagram;

  /** The address it was bound to, null if none. */
  SocketAddress address;

  /** Connections begun and not accepted yet; all of them share the directions below. */
  int waiting;

  Directions pending;

  /** With whom it talks, null if that can be no database server. */
  Conversation conversation;

  /** What messages to a datagram socket go to, and those from it whose reader is not known. */
  long inbox;

  long outbox;

  SocketEnd(String scheme, boolean isDatagram) {
    this.scheme = scheme;
    this.isDatagram = isDatagram;
  }
}
