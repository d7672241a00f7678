package org.colophon.reporters.strace.replay.state;

import org.agrona.collections.LongHashSet;

/**
 * State of a connection between traced processes and a database server. The log of the server may
 * be read, too.
 */
public final class DatabaseConnection {
  /**
   * The server's address, in the form of {@link org.colophon.core.model.encoding.ServerConnection}.
   */
  public final String address;

  /** The handshake so far; null once complete. */
  public MysqlHandshake handshake = new MysqlHandshake();

  /** Ids of the processes that stand for requests and for results. */
  public long[] requests = {};

  public long[] results = {};

  /** The last sender, and its count of reads at that time. */
  public long lastSender;

  public long readCountOfSender;

  /** Ids of processes that have received data. */
  public final LongHashSet receivers = new LongHashSet(0);

  public DatabaseConnection(String address) {
    this.address = address;
  }
}
