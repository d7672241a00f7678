// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.config.Store;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A recording that reports to the host, which is the recording that has opened the store (see
 * {@link SharedStoreHost}). When the host ends or is killed, the first member that opens the store
 * becomes the new host. The other members send unacknowledged operations again to the new host,
 * which recognizes repeated operations by their numbers.
 */
final class SharedStoreMember implements AutoCloseable {
  private static final Duration ANSWER_TIME = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  private final Store store;
  private final Thread thread = new Thread(this::followHost, "colophon-share-member");
  private volatile SocketChannel host;
  private @Nullable SharedStoreHost own;
  private volatile boolean isClosed;

  private SharedStoreMember(Store store, SocketChannel host) {
    this.store = store;
    this.host = host;
    thread.setDaemon(true);
  }

  /**
   * Requests the process that has opened a store to share it. Returns nothing if that process
   * refuses.
   */
  static Optional<SharedStoreMember> join(Store store) {
    return tryConnect(store.directory().resolve(SharedStoreHost.SOCKET))
        .map(host -> new SharedStoreMember(store, host))
        .map(
            member -> {
              member.thread.start();
              return member;
            });
  }

  private static Optional<SocketChannel> tryConnect(Path socket) {
    try {
      SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
      if (isReady(channel)) {
        return Optional.of(channel);
      }
      channel.close();
    } catch (IOException e) {
      // no process listens
    }
    return Optional.empty();
  }

  private static boolean isReady(SocketChannel channel) throws IOException {
    ByteBuffer answer = ByteBuffer.allocate(1);
    channel.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      selector.select(ANSWER_TIME.toMillis());
    }
    int count = channel.read(answer);
    channel.configureBlocking(true);
    return count == 1 && answer.get(0) == SharedStoreHost.READY;
  }

  private void followHost() {
    while (!isClosed) {
      awaitEnd();
      if (!isClosed && !takeOver()) {
        tryConnect(store.directory().resolve(SharedStoreHost.SOCKET))
            .ifPresent(found -> host = found);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Waits until the host closes the connection. The host never writes to it. */
  private void awaitEnd() {
    try {
      while (host.read(ByteBuffer.allocate(1)) >= 0) {
        // data is ignored
      }
    } catch (IOException e) {
      // a broken connection counts as closed
    }
  }

  /**
   * Tries to open the store and to become the host. Returns true if the search for a host has
   * ended.
   */
  private synchronized boolean takeOver() {
    if (isClosed) {
      return true;
    }
    try {
      own = SharedStoreHost.offer(store, store.openKernel(List.of()));
      own.serve();
      isClosed = true;
      return true;
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.STORE_LOCKED) {
        return false; // another member or a service has opened it
      }
      throw e;
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    try {
      host.close();
    } catch (IOException e) {
      // nothing is written to the connection
    }
    if (own != null) {
      own.close();
    }
  }
}
