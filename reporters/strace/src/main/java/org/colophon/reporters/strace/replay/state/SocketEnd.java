package org.colophon.reporters.strace.replay.state;

import java.util.Map;
import org.colophon.core.collect.BoundedMap;

/** State of a socket besides the two objects of its open file. */
public final class SocketEnd {
  private static final int MAX_PAIRS = 64;

  /** The objects of the two directions of a connection, as seen from the connecting end. */
  public record Directions(long sent, long received) {}

  /** Scheme of its addresses: "tcp", "udp" or "unix". */
  public final String scheme;

  public final boolean isDatagram;

  /** The bound address; null if none. */
  public SocketAddress address;

  /** Number of connections not accepted yet, which share the directions below. */
  public int waiting;

  public Directions pending;

  /** The connection to a database server; null if it cannot be one. */
  public DatabaseConnection database;

  /**
   * Object for messages to a datagram socket; the next is for messages from it to unknown readers.
   */
  public long inbox;

  public long outbox;

  /** A traced process has sent to the inbox. */
  public boolean isReached;

  /** The own address of a datagram socket, for any host; null if unknown. */
  public SocketAddress own;

  /** The peer of a connected datagram socket; null if none. */
  public SocketAddress peer;

  /** Objects of the datagrams with recent peers on other hosts. */
  public final Map<SocketAddress, Directions> pairs = BoundedMap.byUse(MAX_PAIRS);

  public SocketEnd(String scheme, boolean isDatagram) {
    this.scheme = scheme;
    this.isDatagram = isDatagram;
  }

  /** Returns whether messages of any sender arrive in the inbox. */
  public boolean takesFromAnyone() {
    return inbox != 0 && peer == null;
  }
}
