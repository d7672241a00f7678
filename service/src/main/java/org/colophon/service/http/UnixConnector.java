package org.colophon.service.http;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;

/**
 * Listens on a socket file. The file is made in a folder that nobody else may enter, closed to
 * others, and moved to its place then, so there is no moment at which another user could connect.
 */
final class UnixConnector extends UnixDomainServerConnector {
  private static final String UNKNOWN_USER = "unknown";

  private final Path socket;
  private final Set<String> welcome;
  private final Accepted accepted = new Accepted();
  private Path scratch;

  /**
   * @param welcome the users who may connect, by name
   */
  UnixConnector(Server server, Path socket, Set<String> welcome, ConnectionFactory factory) {
    super(server, 1, 1, factory);
    this.socket = socket;
    this.welcome = welcome;
  }

  @Override
  protected void doStart() throws Exception {
    Path folder = socket.toAbsolutePath().getParent();
    scratch = ScratchFolder.in(folder);
    Path made = scratch.resolve("s");
    setUnixDomainPath(made);
    try {
      super.doStart();
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
      Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE);
      setUnixDomainPath(socket);
    } finally {
      Files.deleteIfExists(made);
      Files.delete(scratch);
    }
  }

  @Override
  protected void configure(SocketChannel channel) throws IOException {
    super.configure(channel);
    accepted.add(channel);
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
      accepted.closeAll();
    }
  }

  /**
   * Closes the listening channel, which ends its acceptor, instead of interrupting it. An interrupt
   * that comes right after a connection was accepted makes {@code accept} throw and lose it: nobody
   * would ever close that connection, and its caller would wait for an answer as long as this
   * process lives.
   */
  @Override
  protected void interruptAcceptors() {
    ServerSocketChannel listening = (ServerSocketChannel) getTransport();
    try {
      if (listening != null) {
        listening.close();
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

  /** Whether the program at the other end of a connection runs as somebody who is welcome. */
  boolean isWelcome(EndPoint endPoint) {
    try {
      return endPoint.getTransport() instanceof SocketChannel channel
          && welcome.contains(peer(channel).user().getName());
    } catch (IOException e) {
      return false;
    }
  }

  /** The name of the user at the other end of a connection. */
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
