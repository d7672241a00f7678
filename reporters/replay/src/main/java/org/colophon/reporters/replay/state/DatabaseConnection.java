// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * State of a connection between traced processes and a database server. Another reporter may read
 * the server's log.
 */
public final class DatabaseConnection {
  /**
   * The server's address, in the form of {@link org.colophon.core.model.encoding.ServerConnection}.
   */
  public final String address;

  /** The received part of the handshake; null once the handshake is complete. */
  public @Nullable MysqlHandshake handshake = new MysqlHandshake();

  /** Ids of the processes that represent requests and results. */
  public long[] requests = {};

  public long[] results = {};

  /** The last process that sent data, and the number of its reads at that time. */
  public long lastSender;

  public long readCountOfSender;

  /** Ids of processes that have received data. */
  public final LongHashSet receivers = new LongHashSet(0);

  public DatabaseConnection(String address) {
    this.address = address;
  }
}
