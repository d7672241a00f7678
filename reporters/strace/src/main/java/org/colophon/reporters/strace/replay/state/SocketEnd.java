package org.colophon.reporters.strace.replay.state;

/** State of a socket besides the two objects of its open file. */
public final class SocketEnd {
  /** The directions of a connection, seen from the connecting end. */
  public record Directions(long sent, long received) {}

  /** Scheme of its addresses: "tcp", "udp" or "unix". */
  public final String scheme;

  public final boolean isDatagram;

  /** The bound address; null if none. */
  public SocketAddress address;

  /** Number of connections not accepted yet, which share the directions below. */
  public int waiting;

  public Directions pending;

  /** The server connection; null if it cannot be one. */
  public DatabaseConnection database;

  /** Objects for messages to a datagram socket, and from it to unknown readers. */
  public long inbox;

  public long outbox;

  public SocketEnd(String scheme, boolean isDatagram) {
    this.scheme = scheme;
    this.isDatagram = isDatagram;
  }
}
