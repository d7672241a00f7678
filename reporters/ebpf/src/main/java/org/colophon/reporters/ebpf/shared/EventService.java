// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.shared;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.jspecify.annotations.Nullable;

/**
 * Serves kernel events to users at a socket file, until it is stopped. It reports no operations
 * itself; the reporters of the users report them.
 */
public final class EventService implements Reporter {
  private static final int WRITABLE_BY_OTHERS = 022;

  /** Size of a user's ring. It is smaller than root's, since there may be many users. */
  private static final int RING_BYTES = 1 << 22;

  /** Limit of connections, including those that have not named a thread yet. */
  private static final int MAX_CONNECTIONS = 512;

  private final Path socket;
  private final List<String> names;
  private final int maxTraces;
  private final int maxPerUser;
  private final Map<SocketChannel, Thread> connections = new ConcurrentHashMap<>();

  /** Null before the run. */
  private volatile @Nullable AllowedUsers users;

  /** Null before the run. */
  private volatile @Nullable ServerSocketChannel server;

  private volatile boolean isStopped;

  /**
   * Creates a service.
   *
   * @param names allowed users and {@code @groups}, or an asterisk for all users
   * @param maxTraces limit of simultaneous traces
   * @param maxPerUser limit for each user
   */
  public EventService(Path socket, List<String> names, int maxTraces, int maxPerUser) {
    this.socket = socket;
    this.names = List.copyOf(names);
    this.maxTraces = maxTraces;
    this.maxPerUser = maxPerUser;
  }

  @Override
  public void run(ReporterContext context) {
    AllowedUsers allowed = new AllowedUsers(names, maxTraces, maxPerUser);
    users = allowed;
    KernelProgram.load(RING_BYTES, true).close(); // builds the programs, or fails early
    try (ServerSocketChannel listening = listen()) {
      server = listening;
      try {
        while (!isStopped) {
          accept(listening.accept(), allowed);
        }
      } catch (ClosedChannelException e) {
        if (!isStopped) {
          throw e;
        }
      } finally {
        Files.deleteIfExists(socket);
        endConnections();
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot serve kernel events at " + socket + ": " + e.getMessage(), e);
    }
  }

  private ServerSocketChannel listen() throws IOException {
    Path directory = socket.toAbsolutePath().getParent();
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    if (((Integer) Files.getAttribute(directory, "unix:mode") & WRITABLE_BY_OTHERS) != 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          directory + " is writable for other users; choose another directory for the socket");
    }
    requireUnused();
    Path made = socket.resolveSibling(socket.getFileName() + ".new");
    Files.deleteIfExists(made);
    ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      listening.bind(UnixDomainSocketAddress.of(made));
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-rw-rw-"));
      Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE); // now callers can connect
      return listening;
    } catch (IOException e) {
      listening.close();
      throw e;
    }
  }

  private void requireUnused() throws IOException {
    if (!Files.exists(socket)) {
      return;
    }
    boolean isServed;
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      isServed = probe.isConnected();
    } catch (IOException e) {
      isServed = false; // a killed service has left the socket
    }
    if (isServed) {
      throw ErrorCode.ALREADY_EXISTS.exception("another service serves kernel events at " + socket);
    }
  }

  private void accept(SocketChannel channel, AllowedUsers allowed) throws IOException {
    if (connections.size() >= MAX_CONNECTIONS) {
      channel.close();
      return;
    }
    UserTrace trace =
        new UserTrace(channel, allowed, hasLookups -> KernelProgram.load(RING_BYTES, hasLookups));
    Thread thread =
        new Thread(
            () -> {
              try {
                trace.run();
              } finally {
                connections.remove(channel);
              }
            },
            "colophon-kernel-events");
    thread.setDaemon(true);
    connections.put(channel, thread);
    thread.start();
  }

  private void endConnections() throws IOException {
    for (SocketChannel channel : connections.keySet()) {
      channel.close();
    }
    try {
      for (Thread thread : connections.values()) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    isStopped = true;
    ServerSocketChannel listening = server;
    try {
      if (listening != null) {
        listening.close();
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot close " + socket, e);
    }
  }

  @Override
  public boolean isFollowing() {
    return true;
  }

  /** Returns true: since this reporter reports no operations, its sudden end needs no gap. */
  @Override
  public boolean watchesProcesses() {
    return true;
  }

  @Override
  public Map<String, Long> counters() {
    AllowedUsers known = users;
    return Map.of("traces", known == null ? 0L : known.running());
  }
}
