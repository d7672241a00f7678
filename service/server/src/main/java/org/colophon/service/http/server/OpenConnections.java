package org.colophon.service.http.server;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections that a connector accepted and that are not closed yet, so that none outlives it.
 *
 * <p>Jetty hands an accepted connection to a selector, which makes an end point of it on another
 * thread. Where the selector stops in between, nobody may close the connection, and a caller who
 * got in at that moment would wait for an answer as long as this process lives. Any thread.
 */
final class OpenConnections {
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private volatile boolean isOver;

  /**
   * Notes a connection that was just accepted.
   *
   * @throws ClosedChannelException if the connector has stopped; the connection is closed then
   */
  void add(SocketChannel channel) throws IOException {
    open.add(channel);
    if (isOver) { // asked after it was noted: either this sees the end, or the end sees it
      channel.close();
      throw new ClosedChannelException();
    }
  }

  /** Forgets a connection that was closed. */
  void remove(Object transport) {
    open.remove(transport);
  }

  /** Closes what is open, and what is accepted from now on. */
  void closeAll() throws IOException {
    isOver = true;
    for (SocketChannel each : open) {
      each.close();
    }
    open.clear();
  }
}
