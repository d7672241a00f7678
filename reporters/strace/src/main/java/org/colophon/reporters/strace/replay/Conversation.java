package org.colophon.reporters.strace.replay;

import org.agrona.collections.LongHashSet;

/** What a connection carries between traced processes and a server whose log may be read. */
final class Conversation {
  /** The server's address, as {@link org.colophon.core.model.ServerConnection} has it. */
  final String address;

  /** What came so far, null when it was whole. */
  Greeting greeting = new Greeting();

  /** Those who may stand for what is asked, and for what is answered. */
  long[] requests = {};

  long[] results = {};

  /** Who sent last, and how much it had read by then. */
  long lastSender;

  long newsOfSender;

  /** Who has received anything. */
  final LongHashSet receivers = new LongHashSet(0);

  Conversation(String address) {
    this.address = address;
  }
}
