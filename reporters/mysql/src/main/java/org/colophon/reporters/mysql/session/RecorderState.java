package org.colophon.reporters.mysql.session;

import java.util.List;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/** All that a recorder has to remember: sessions, what waits, and where the binary log was left. */
final class RecorderState {
  private static final long IS_CONFIRMED = 1;

  /** Positions that older versions kept have none. */
  private static final long HAS_CLIENTS = 2;

  /** As {@link #HAS_CLIENTS}. */
  private static final long HAS_VARIABLES = 4;

  /** As {@link #HAS_CLIENTS}. */
  private static final long HAS_QUERIES = 8;

  /** As {@link #HAS_CLIENTS}. */
  private static final long HAS_XA = 16;

  /** Of commits those are kept that wait; older versions kept which were done. */
  private static final long HAS_WAITING = 32;

  private final Parts parts;
  private final Parts.Of main;
  private final SessionState sessions;
  private final VariableState variables;
  private final PendingState waiting;
  private final SessionState foreign;

  /** Null where no binary log confirms. */
  private final Confirmer confirmer;

  RecorderState(Parts parts, Parts.Of main, Parts.Of beside, Confirmer confirmer) {
    this.parts = parts;
    this.main = main;
    this.confirmer = confirmer;
    sessions = new SessionState(main.sessions(), parts.tables, parts.holds);
    variables = new VariableState(main.sessions());
    waiting = new PendingState(main.sessions(), main.pending(), parts.analyzer);
    foreign = new SessionState(beside.sessions(), parts.tables, parts.holds);
  }

  void write(StateWriter out) {
    sessions.write(out);
    main.statements().events().write(out);
    long present = HAS_CLIENTS | HAS_VARIABLES | HAS_QUERIES | HAS_XA | HAS_WAITING;
    out.number(present | (confirmer != null ? IS_CONFIRMED : 0));
    sessions.writeClients(out);
    variables.write(out);
    sessions.writeQueries(out);
    if (confirmer != null) {
      waiting.write(out);
      waiting.writeXa(out);
      sessions.writePrepared(out);
      confirmer.write(out);
      foreign.write(out);
    }
  }

  /**
   * Takes what was written, with a binary log or without.
   *
   * @param lastNanos when the last record was that was read, 0 if that is not known
   */
  void read(StateReader in, long lastNanos) {
    sessions.read(in);
    boolean wasConfirmed = false;
    long present = 0;
    if (!in.isAtEnd()) {
      main.statements().events().read(in);
      present = in.number();
      wasConfirmed = (present & IS_CONFIRMED) != 0;
      if ((present & HAS_CLIENTS) != 0) {
        sessions.readClients(in);
      }
      if ((present & HAS_VARIABLES) != 0) {
        variables.read(in);
      }
      if ((present & HAS_QUERIES) != 0) {
        sessions.readQueries(in);
      }
    }
    if (wasConfirmed) {
      waiting.read(in, sessions);
    }
    if (wasConfirmed && (present & HAS_XA) != 0) {
      waiting.readXa(in);
      sessions.readPrepared(in);
    }
    sessions.letGo();
    if (confirmer == null) {
      takeAsTold();
    } else if (wasConfirmed) {
      confirmer.read(in, (present & HAS_WAITING) == 0);
      foreign.read(in);
      foreign.letGo();
    } else {
      confirmer.joinLate(lastNanos);
    }
  }

  /** The binary log is not asked any more. */
  private void takeAsTold() {
    Confirmation confirmation = parts.confirmation(main);
    for (Waiting each : List.copyOf(main.pending().all)) {
      confirmation.finish(each, false);
      each.session.waiting.clear();
    }
    main.pending().all.clear();
    for (Session session : main.sessions().all.values()) {
      if (session.transaction != null) {
        main.pending().forget(session.transaction);
      }
    }
  }
}
