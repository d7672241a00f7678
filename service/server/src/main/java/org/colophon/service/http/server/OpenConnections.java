package org.colophon.service.http.server;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Open connections of a connector, so that none outlives it. Any thread.
 *
 * <p>Jetty hands an accepted connection to a selector on another thread. If the selector stops in
 * between, Jetty does not close the connection, and its caller would wait forever.
 */
final class OpenConnections {
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private volatile boolean isOver;

  /**
   * Adds an accepted connection.
   *
   * @throws ClosedChannelException if the connector has stopped; the connection is closed then
   */
  void add(SocketChannel channel) throws IOException {
    open.add(channel);
    if (isOver) { // checked after adding, so that one of both threads closes it
      channel.close();
      throw new ClosedChannelException();
    }
  }

  /** Removes a closed connection. */
  void remove(Object transport) {
    open.remove(transport);
  }

  /** Closes all connections, and those accepted later. */
  void closeAll() throws IOException {
    isOver = true;
    for (SocketChannel each : open) {
      each.close();
    }
    open.clear();
  }
}
