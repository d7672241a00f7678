package org.colophon.reporters.strace.replay;

import org.agrona.collections.LongHashSet;

/** State of a connection between traced processes and a database server whose log may be read. */
final class Conversation {
  /** The server's address, in the form of {@link org.colophon.core.model.ServerConnection}. */
  final String address;

  /** The handshake so far; null once complete. */
  Greeting greeting = new Greeting();

  /** Ids of the processes that stand for requests and for results. */
  long[] requests = {};

  long[] results = {};

  /** The last sender, and its count of reads at that time. */
  long lastSender;

  long newsOfSender;

  /** Ids of processes that have received data. */
  final LongHashSet receivers = new LongHashSet(0);

  Conversation(String address) {
    this.address = address;
  }
}
