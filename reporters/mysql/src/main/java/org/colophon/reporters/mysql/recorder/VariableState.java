// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.session.Sessions;
import org.colophon.reporters.mysql.sql.model.VariableUse;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Saves and restores the data flow of sessions through variables: the writers of variables, and the
 * variables that an EXECUTE passes. Prepared statements are not saved, because their texts may
 * contain secrets. One thread.
 */
final class VariableState {
  /**
   * Maximum number of variables in all sessions together, since each position contains all of them.
   */
  private static final int MAX_VARIABLES = 10_000;

  private final Sessions sessions;

  VariableState(Sessions sessions) {
    this.sessions = sessions;
  }

  void write(StateWriter out) {
    List<Session> some = new ArrayList<>();
    int count = 0;
    for (Session session : sessions.all.values()) {
      int more = count(session);
      if (more > 0 && count + more <= MAX_VARIABLES) {
        count += more;
        some.add(session);
      }
    }
    out.number(some.size());
    some.forEach(session -> write(session, out));
  }

  private static int count(Session session) {
    return session.variables.size() + session.passed.size();
  }

  private static void write(Session session, StateWriter out) {
    out.number(session.connection).number(session.variables.size());
    session.variables.forEach((name, statement) -> out.bytes(name).id(statement));
    out.number(session.passed.size());
    session.passed.forEach(use -> out.bytes(use.name()).flag(use.isWrite()));
  }

  /** Restores the data after the sessions. */
  void read(StateReader in) {
    for (int left = in.count(); left > 0; left--) {
      Session session = sessions.all.get(in.number());
      if (session == null) {
        throw StateReader.corrupt();
      }
      read(session, in);
    }
  }

  private static void read(Session session, StateReader in) {
    for (int left = in.count(); left > 0; left--) {
      Bytes name = in.bytes();
      session.variables.put(name, in.id());
    }
    List<VariableUse> passed = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      Bytes name = in.bytes();
      passed.add(new VariableUse(name, in.flag()));
    }
    session.passed = List.copyOf(passed);
  }
}
