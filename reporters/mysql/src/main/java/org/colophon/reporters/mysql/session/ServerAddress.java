// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.encoding.ServerConnection;
import org.colophon.reporters.mysql.log.ClientTransport;
import org.colophon.reporters.mysql.state.Session;

/**
 * Address at which local clients connect to the server.
 *
 * @param host id of the machine
 */
public record ServerAddress(String host, String socket, int port) {
  private static final String LOCAL = "localhost";
  private static final int UNKNOWN_PORT = 0;

  /** Address of a server on another machine, whose clients no tracer of this machine sees. */
  public static final ServerAddress ELSEWHERE = new ServerAddress("", "", UNKNOWN_PORT);

  /**
   * Returns the identities that tracers of the client use for its connection. Returns two if the
   * transport of the connection is unknown, and none for a remote client.
   */
  public List<ServerConnection> of(Session session) {
    boolean isLocal = session.host.toString().equals(LOCAL);
    boolean maySocket =
        session.transport == ClientTransport.SOCKET || (isUnknown(session) && isLocal);
    List<ServerConnection> known = new ArrayList<>(2);
    if (session.connectedNanos != 0 && maySocket && !socket.isEmpty()) {
      known.add(connection(ServerConnection.atSocket(socket), session));
    }
    boolean mayPort = session.transport != ClientTransport.SOCKET && port != UNKNOWN_PORT;
    if (session.connectedNanos != 0 && mayPort) {
      known.add(connection(ServerConnection.atPort(port), session));
    }
    return known;
  }

  private static boolean isUnknown(Session session) {
    return session.transport == ClientTransport.UNKNOWN;
  }

  private ServerConnection connection(String address, Session session) {
    return new ServerConnection(host, address, session.connection);
  }
}
