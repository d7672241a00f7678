package org.colophon.reporters.mysql.session;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.ServerConnection;

/**
 * Declares connections so that whoever watches their clients means the same ones: a process for
 * what is asked, which is the connection itself, and one for what is answered. Belongs to one
 * thread.
 */
final class ClientSide {
  private static final Bytes RESULTS = Bytes.of("results of ");

  private final ServerNames names;
  private final ServerAddress address;
  private final Output output;

  ClientSide(ServerNames names, ServerAddress address, Output output) {
    this.names = names;
    this.address = address;
    this.output = output;
  }

  /** The process of a connection. */
  long requests(Session session) {
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
    long stretch = ServerConnection.stretch(session.cameNanos);
    session.entry = declare(known.get(0).requests(stretch), name);
    for (ServerConnection other : known.subList(1, known.size())) {
      long same = declare(other.requests(stretch), name);
      output.link(LinkKind.INFORM, session.entry, same);
      output.exit(same, 0);
    }
    return session.entry;
  }

  /** What a statement reads goes to the client. */
  void returned(Session session, long statement) {
    if (session.results == 0) {
      session.results = results(session);
    }
    if (session.results != 0) {
      // The statement may read for as long as it runs.
      output.link(LinkKind.RECEIVED, session.results, statement);
    }
  }

  private long results(Session session) {
    List<ServerConnection> known = address.of(session);
    if (known.isEmpty()) {
      return 0;
    }
    Bytes name = RESULTS.concat(names.connection(session.connection));
    long stretch = ServerConnection.stretch(session.cameNanos);
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

  /** The connection is gone. */
  void left(Session session) {
    if (session.results != 0) {
      output.exit(session.results, 0);
      session.results = 0;
    }
  }
}
