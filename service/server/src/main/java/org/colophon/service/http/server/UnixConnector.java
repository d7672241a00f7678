package org.colophon.service.http.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
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
  private final Set<UserPrincipal> welcome;
  private final OpenConnections accepted = new OpenConnections();
  private final Object gate = new Object();
  private boolean isOpen = true;
  private Path scratch;

  /**
   * @param welcome the users who may connect
   */
  UnixConnector(Server server, Path socket, Set<UserPrincipal> welcome, ConnectionFactory factory) {
    super(server, 1, 1, factory);
    this.socket = socket;
    this.welcome = welcome;
  }

  @Override
  protected void doStart() throws Exception {
    Path folder = socket.toAbsolutePath().getParent();
    scratch = ScratchDirectory.in(folder);
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

  /**
   * Lets the acceptor pause while as many connections are open as may be. Jetty's own method closes
   * the listening channel instead: it treats a connector with an acceptor as one without.
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
        setAccepting(true); // wakes an acceptor that pauses
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
   * Returns whether the program at the other end of a connection runs as somebody who is welcome.
   * Users are compared by number: their names are read from a file, which fails without a free
   * descriptor.
   *
   * @throws IOException if the operating system does not say who that is
   */
  boolean isWelcome(EndPoint endPoint) throws IOException {
    return endPoint.getTransport() instanceof SocketChannel channel
        && welcome.contains(peer(channel).user());
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
