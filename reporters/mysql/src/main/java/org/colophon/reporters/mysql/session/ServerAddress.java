package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.encoding.ServerConnection;
import org.colophon.reporters.mysql.log.ClientWay;

/**
 * Where clients on the server's own machine find it.
 *
 * @param host the machine's id
 * @param socket the path of its Unix socket, empty if that is not known
 */
public record ServerAddress(String host, String socket, int port) {
  private static final String LOCAL = "localhost";

  /**
   * As what those who watch a client know its connection. More than one if the log does not tell
   * how it came, none if it cannot be known to them.
   */
  List<ServerConnection> of(Session session) {
    boolean isLocal = session.host.toString().equals(LOCAL);
    boolean maySocket = session.way == ClientWay.SOCKET || (isUnknown(session) && isLocal);
    List<ServerConnection> known = new ArrayList<>(2);
    if (session.cameNanos != 0 && maySocket && !socket.isEmpty()) {
      known.add(connection(ServerConnection.atSocket(socket), session));
    }
    if (session.cameNanos != 0 && session.way != ClientWay.SOCKET) {
      known.add(connection(ServerConnection.atPort(port), session));
    }
    return known;
  }

  private static boolean isUnknown(Session session) {
    return session.way == ClientWay.UNKNOWN;
  }

  private ServerConnection connection(String address, Session session) {
    return new ServerConnection(host, address, session.connection);
  }
}
