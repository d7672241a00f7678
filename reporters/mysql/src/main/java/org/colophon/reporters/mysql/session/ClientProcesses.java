// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.ServerConnection;
import org.colophon.reporters.mysql.output.ServerNames;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.state.Session;

/**
 * Declares connections with the identities that a tracer of their clients also uses. A connection
 * has two processes: one for requests, which represents the connection, and one for results. One
 * thread.
 */
public final class ClientProcesses {
  private static final Bytes RESULTS = Bytes.of("results of ");

  private final ServerNames names;
  private final ServerAddress address;
  private final UnitSink output;

  public ClientProcesses(ServerNames names, ServerAddress address, UnitSink output) {
    this.names = names;
    this.address = address;
    this.output = output;
  }

  /** Returns the process that represents a connection. */
  public long requests(Session session) {
    Bytes name = names.connection(session.connection);
    if (session.entry != 0) {
      long process = output.process(name);
      output.link(LinkKind.INFORM, process, session.entry);
      return process;
    }
    List<ServerConnection> known = address.of(session);
    if (known.isEmpty()) {
      session.entry = output.process(name);
      return session.entry;
    }
    long stretch = ServerConnection.stretch(session.connectedNanos);
    session.entry = declare(known.get(0).requests(stretch), name);
    for (ServerConnection other : known.subList(1, known.size())) {
      long same = declare(other.requests(stretch), name);
      output.link(LinkKind.INFORM, session.entry, same);
      output.exit(same, 0);
    }
    return session.entry;
  }

  /** Records that the client receives the rows that a statement returns. */
  public void returned(Session session, long statement) {
    if (session.results == 0) {
      session.results = results(session);
    }
    if (session.results != 0) {
      // The statement may still read while it runs.
      output.link(LinkKind.RECEIVED, session.results, statement);
    }
  }

  private long results(Session session) {
    List<ServerConnection> known = address.of(session);
    if (known.isEmpty()) {
      return 0;
    }
    Bytes name = RESULTS.concat(names.connection(session.connection));
    long stretch = ServerConnection.stretch(session.connectedNanos);
    long results = declare(known.get(0).results(stretch), name);
    for (ServerConnection other : known.subList(1, known.size())) {
      long same = declare(other.results(stretch), name);
      output.link(LinkKind.RECEIVED, same, results);
      output.exit(same, 0);
    }
    return results;
  }

  private long declare(Bytes identity, Bytes name) {
    return output.process(
        new ProcessDeclaration(identity, 0, name, List.of(), Bytes.EMPTY, output.now()));
  }

  /** Ends the results of a connection. */
  public void endResults(Session session) {
    if (session.results != 0) {
      output.exit(session.results, 0);
      session.results = 0;
    }
  }
}
