// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.colophon.core.files.PrivateFiles;
import org.colophon.service.config.ServiceConfig;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;

/**
 * Connector for a socket file. It creates the file in a private directory and then moves it, so
 * that no other user can ever connect.
 */
final class UnixConnector extends UnixDomainServerConnector {
  private static final String UNKNOWN_USER = "unknown";
  private static final int RADIX = 36;

  /** Smallest number with two digits. */
  private static final int FIRST = RADIX;

  private static final int NAMES = RADIX * RADIX - FIRST;

  private final Path socket;
  private final Set<UserPrincipal> trusted;

  /**
   * Accepted connections, so that all can be closed with the connector. Jetty passes a connection
   * to a selector on another thread. If the selector stops meanwhile, Jetty does not close the
   * connection.
   */
  private final Set<SocketChannel> accepted = ConcurrentHashMap.newKeySet();

  private final Object gate = new Object();
  private boolean isOpen = true;
  private volatile boolean isOver;

  UnixConnector(Server server, Path socket, Set<UserPrincipal> trusted, ConnectionFactory factory) {
    super(server, 1, 1, factory);
    this.socket = socket;
    this.trusted = trusted;
  }

  @Override
  protected void doStart() throws Exception {
    Path directory = ServiceConfig.socketDirectory(socket);
    Path scratch = scratchIn(directory);
    Path made = scratch.resolve("s");
    setUnixDomainPath(made);
    try {
      super.doStart();
      Files.setPosixFilePermissions(made, PrivateFiles.FILE.value());
      Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE);
      setUnixDomainPath(socket);
    } finally {
      Files.deleteIfExists(made);
      Files.delete(scratch);
    }
  }

  /**
   * Creates a private directory with an unused name. {@link
   * org.colophon.service.config.ServiceConfig} assumes the length of its path.
   */
  private static Path scratchIn(Path directory) throws IOException {
    int begin = ThreadLocalRandom.current().nextInt(NAMES);
    for (int i = 0; i < NAMES; i++) {
      String name = ".s" + Integer.toString(FIRST + (begin + i) % NAMES, RADIX);
      try {
        return Files.createDirectory(directory.resolve(name), PrivateFiles.DIRECTORY);
      } catch (FileAlreadyExistsException e) {
        // another service is starting here, or was killed during its start
      }
    }
    throw new FileAlreadyExistsException(
        directory.resolve(".s??").toString(),
        null,
        "all such names are taken; delete the directories of ended services");
  }

  /**
   * Pauses the acceptor at the maximum number of connections. Jetty's own method would close the
   * listening channel.
   */
  @Override
  public void setAccepting(boolean accepting) {
    synchronized (gate) {
      isOpen = accepting;
      gate.notifyAll();
    }
  }

  @Override
  protected void accept(int acceptor) throws IOException {
    try {
      synchronized (gate) {
        while (!isOpen) {
          gate.wait();
        }
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted while there are too many connections");
    }
    super.accept(acceptor);
  }

  @Override
  protected void configure(SocketChannel channel) throws IOException {
    super.configure(channel);
    accepted.add(channel);
    if (isOver) { // checked after adding, so that either thread closes it
      channel.close();
      throw new ClosedChannelException();
    }
  }

  @Override
  protected void onEndPointClosed(EndPoint endPoint) {
    super.onEndPointClosed(endPoint);
    accepted.remove(endPoint.getTransport());
  }

  @Override
  protected void doStop() throws Exception {
    try {
      super.doStop();
    } finally {
      isOver = true;
      for (SocketChannel each : accepted) {
        each.close();
      }
      accepted.clear();
    }
  }

  /**
   * Closes the listening channel, which ends its acceptor. With an interrupt, a connection that was
   * just accepted could be lost, and its caller would wait forever.
   */
  @Override
  protected void interruptAcceptors() {
    ServerSocketChannel listening = (ServerSocketChannel) getTransport();
    try {
      if (listening != null) {
        listening.close();
        setAccepting(true); // wakes up a paused acceptor
        return;
      }
    } catch (IOException e) {
      LOG.warn("cannot close the socket", e);
    }
    super.interruptAcceptors();
  }

  @Override
  protected boolean handleAcceptFailure(Throwable failure) {
    ServerSocketChannel listening = (ServerSocketChannel) getTransport();
    boolean isListening = listening != null && listening.isOpen();
    return isListening && super.handleAcceptFailure(failure);
  }

  /**
   * Returns whether the peer of a connection is a trusted user. Compares user ids, because reading
   * names needs a free file descriptor.
   *
   * @throws IOException if the operating system does not report the peer
   */
  boolean isTrusted(EndPoint endPoint) throws IOException {
    return endPoint.getTransport() instanceof SocketChannel channel
        && trusted.contains(peer(channel).user());
  }

  /** Returns the user name of a connection's peer. */
  static String user(EndPoint endPoint) {
    try {
      return endPoint.getTransport() instanceof SocketChannel channel
          ? peer(channel).user().getName()
          : UNKNOWN_USER;
    } catch (IOException e) {
      return UNKNOWN_USER;
    }
  }

  private static UnixDomainPrincipal peer(SocketChannel channel) throws IOException {
    return channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
  }
}
