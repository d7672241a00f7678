// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.util.List;
import org.colophon.reporters.mysql.confirmation.CommitConfirmer;
import org.colophon.reporters.mysql.confirmation.ConfirmationRecorder;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Saves and restores the state of a recorder: sessions, pending changes, and the position in the
 * binary log.
 */
final class RecorderState {
  private final RecorderAssembly parts;
  private final RecorderAssembly.Of main;
  private final SessionState sessions;
  private final VariableState variables;
  private final PendingState waiting;
  private final SessionState foreign;

  /** Null without a binary log. */
  private final @Nullable CommitConfirmer confirmer;

  RecorderState(
      RecorderAssembly parts,
      RecorderAssembly.Of main,
      RecorderAssembly.Of confirmation,
      @Nullable CommitConfirmer confirmer) {
    this.parts = parts;
    this.main = main;
    this.confirmer = confirmer;
    sessions = new SessionState(main.sessions(), parts.tables, parts.refCounts);
    variables = new VariableState(main.sessions());
    waiting = new PendingState(main.sessions(), main.pending(), parts.analyzer);
    foreign = new SessionState(confirmation.sessions(), parts.tables, parts.refCounts);
  }

  void write(StateWriter out) {
    sessions.write(out);
    main.statements().events().write(out);
    variables.write(out);
    out.flag(confirmer != null);
    if (confirmer != null) {
      waiting.write(out);
      confirmer.write(out);
      foreign.write(out);
    }
  }

  /**
   * Restores the state with or without a binary log.
   *
   * @param lastNanos time of the last record that was read, 0 if it is not known
   */
  void read(StateReader in, long lastNanos) {
    sessions.read(in);
    main.statements().events().read(in);
    variables.read(in);
    boolean wasConfirmed = in.flag();
    if (wasConfirmed) {
      waiting.read(in, sessions);
    }
    sessions.releaseAll();
    if (confirmer == null) {
      applyWithoutBinlog();
    } else if (wasConfirmed) {
      confirmer.read(in);
      foreign.read(in);
      foreign.releaseAll();
    } else {
      confirmer.joinLate(lastNanos);
    }
  }

  /** Applies pending changes as the log states, without confirmation. */
  private void applyWithoutBinlog() {
    ConfirmationRecorder confirmation = parts.confirmation(main);
    for (PendingChange each : List.copyOf(main.pending().all)) {
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
