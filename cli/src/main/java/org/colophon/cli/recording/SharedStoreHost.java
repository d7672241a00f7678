// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.kernel.Kernel;
import org.colophon.service.Service;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.jspecify.annotations.Nullable;

/**
 * Shares the store of this recording with other recordings, and ships the history of an outbox.
 * Listens on the socket file {@value #SOCKET} of the store. When another recording connects to the
 * socket, this one starts a service over its kernel. The other recording reports to that service.
 *
 * <p>The connection remains open until this recording has ended and closed the store. Its end
 * signals to the other recordings that one of them may open the store, see {@link
 * SharedStoreMember}.
 */
final class SharedStoreHost implements AutoCloseable {
  static final String SOCKET = "share";

  /** Answer to a recording that connected, sent after the service listens. */
  static final byte READY = 1;

  private final Store store;
  private final Kernel kernel;
  private final @Nullable ServerSocketChannel listener;
  private final List<SocketChannel> members = new ArrayList<>();
  private final Optional<Outbox> outbox;
  private @Nullable Service service;
  private boolean isClosed;

  private SharedStoreHost(Store store, Kernel kernel, @Nullable ServerSocketChannel listener) {
    this.store = store;
    this.kernel = kernel;
    this.listener = listener;
    this.outbox = Outbox.of(store, kernel);
  }

  /**
   * Offers a store to other recordings. If the socket file cannot be created, other recordings are
   * refused.
   *
   * @param kernel the kernel, closed with this host
   */
  static SharedStoreHost offer(Store store, Kernel kernel) {
    SharedStoreHost host = new SharedStoreHost(store, kernel, listen(store));
    ServerSocketChannel listener = host.listener;
    if (listener != null) {
      Thread thread = new Thread(() -> host.accept(listener), "colophon-share");
      thread.setDaemon(true);
      thread.start();
    }
    return host;
  }

  private static @Nullable ServerSocketChannel listen(Store store) {
    Path socket = store.directory().resolve(SOCKET);
    ServerSocketChannel channel = null;
    try {
      Files.deleteIfExists(socket); // from a killed recording, since this process has the lock
      channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      return channel.bind(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      closeQuietly(channel); // for example, the socket's path is too long
      return null;
    }
  }

  private void accept(ServerSocketChannel channel) {
    try {
      while (true) {
        admit(channel.accept());
      }
    } catch (IOException e) {
      // the listener was closed
    }
  }

  /**
   * Admits a recording. If that fails, closes the connection. The other recording then reports that
   * the store is in use.
   */
  private synchronized void admit(SocketChannel member) {
    try {
      if (isClosed) {
        member.close();
        return;
      }
      serve();
      member.write(ByteBuffer.wrap(new byte[] {READY}));
      members.add(member);
    } catch (ColophonException | IOException e) {
      closeQuietly(member);
    }
  }

  synchronized void serve() {
    if (service == null && !isClosed) {
      AttachedAdapter primary = store.primary();
      AdapterSpec adapter = new AdapterSpec(primary.name(), primary.engine(), primary.options(), 1);
      service =
          Service.over(ServiceConfig.of(store.directory()).withAdapters(List.of(adapter)), kernel);
    }
  }

  /**
   * Ships remaining frames while other recordings may still join. Then ends their reports, ships
   * those that arrived meanwhile, and closes the store.
   */
  @Override
  public void close() {
    outbox.ifPresent(Outbox::ship);
    List<SocketChannel> waiting;
    Service running;
    synchronized (this) {
      isClosed = true;
      waiting = List.copyOf(members);
      running = service;
    }
    try {
      closeQuietly(listener);
      Files.deleteIfExists(store.directory().resolve(SOCKET));
    } catch (IOException e) {
      // The next recording deletes it.
    }
    try {
      closeStore(running);
    } finally {
      waiting.forEach(SharedStoreHost::closeQuietly);
    }
    outbox.ifPresent(Outbox::report);
  }

  private void closeStore(@Nullable Service running) {
    if (running != null) {
      running.stop(this::closeOutbox);
      return;
    }
    try {
      closeOutbox();
    } finally {
      kernel.close();
    }
  }

  private void closeOutbox() {
    outbox.ifPresent(Outbox::close);
  }

  private static void closeQuietly(@Nullable AutoCloseable channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (Exception e) {
      // nothing is written to the connection
    }
  }
}
