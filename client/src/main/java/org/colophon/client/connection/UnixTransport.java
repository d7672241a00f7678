// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ErrorCode;

/**
 * A connection over a socket file. Such a channel does not support timeouts. So it is non-blocking,
 * and a selector waits with a timeout.
 */
final class UnixTransport extends Transport {
  /** Text of EAGAIN, for which Java has no exception of its own. */
  private static final String BACKLOG_FULL = "Resource temporarily unavailable";

  private static final long CONNECT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;

  /**
   * Constructs a transport over a connected channel. If this fails, the caller closes the channel.
   */
  UnixTransport(SocketChannel channel, int timeoutMillis) throws IOException {
    super(timeoutMillis);
    this.channel = channel;
    channel.configureBlocking(false);
    this.selector = channel.provider().openSelector();
    this.key = channel.register(selector, 0);
  }

  /**
   * Connects to a socket file. While a service accepts no connections and its backlog is full,
   * tries again.
   *
   * @throws SocketTimeoutException if the backlog stays full
   */
  static SocketChannel connect(Path socket, int timeoutMillis) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (true) {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.configureBlocking(false); // a blocking connect would wait without a bound
        if (channel.connect(UnixDomainSocketAddress.of(socket))) {
          return channel;
        }
      } catch (IOException e) {
        if (!BACKLOG_FULL.equals(e.getMessage())) {
          channel.close();
          throw e;
        }
      }
      channel.close();
      if (deadline - System.nanoTime() <= 0) {
        throw new SocketTimeoutException();
      }
      LockSupport.parkNanos(CONNECT_PAUSE_NANOS);
    }
  }

  @Override
  boolean isIdle() {
    try {
      return channel.isOpen() && in().available() == 0 && channel.read(ByteBuffer.allocate(1)) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  int receive(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
    int count = channel.read(buffer);
    while (count == 0 && length > 0) {
      await(SelectionKey.OP_READ);
      count = channel.read(buffer);
    }
    return count;
  }

  @Override
  void send(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
    while (buffer.hasRemaining()) {
      if (channel.write(buffer) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
  }

  private void await(int operation) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis());
    try {
      key.interestOps(operation);
      while (selector.select(remainingMillis(deadline)) == 0) {
        if (Thread.currentThread().isInterrupted()) {
          throw ErrorCode.INTERRUPTED.exception("interrupted");
        }
        if (deadline - System.nanoTime() <= 0) {
          throw new SocketTimeoutException();
        }
      }
      selector.selectedKeys().clear();
    } catch (ClosedSelectorException | CancelledKeyException e) {
      throw new ClosedChannelException();
    }
  }

  private static long remainingMillis(long deadline) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
  }

  @Override
  public void close() {
    try (channel) {
      selector.close(); // wakes up a waiting thread
    } catch (IOException e) {
      // the connection is closed already
    }
  }
}
