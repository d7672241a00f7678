// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.mysql.confirmation.CommitConfirmer;
import org.colophon.reporters.mysql.log.LogHandler;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.session.BinlogRecorder;
import org.colophon.reporters.mysql.session.RestartDetector;
import org.colophon.reporters.mysql.session.Sessions;
import org.colophon.reporters.mysql.session.StatementRecorder;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.tail.SavedState;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Records the content of one server's log. One thread.
 *
 * <p>A statement is a process. Its parent is the process of its transaction, whose parent is the
 * process of the connection. With autocommit, the parent is the process of the connection. A
 * statement reads when it runs, and its writes take effect when its transaction commits. Before the
 * commit, only readers in the same transaction depend on a write. A statement that failed or was
 * rolled back has no writes.
 */
public final class Recorder implements LogHandler {
  private final UnitSink output;
  private final Sessions sessions;
  private final StatementRecorder statements;
  private final RecordPlace place;
  private final BinlogRecorder commits;
  private final RecorderState state;
  private final CatalogState catalog;

  /** Confirms changes with a binary log; null without one. */
  private final @Nullable CommitConfirmer confirmer;

  /**
   * Assembles a recorder.
   *
   * @param sink receives operations and positions.
   * @param position saved position, empty if the log was never read.
   * @param binlog index of a binary log that confirms the changes, null for none.
   * @param opener opens the files of the binary log.
   */
  public Recorder(
      OperationSink sink,
      RecorderSettings settings,
      RecordPlace place,
      SavedState position,
      @Nullable Path binlog,
      FileOpener opener) {
    this.place = place;
    output = new UnitSink(sink, settings.source(), position);
    RecorderAssembly parts = new RecorderAssembly(settings, place, output);
    RecorderAssembly.Of main = parts.of();
    sessions = main.sessions();
    statements = main.statements();
    RecorderAssembly.Of beside = binlog == null ? main : parts.of();
    commits = beside.commits();
    confirmer = binlog == null ? null : parts.confirmer(main, beside, binlog, opener);
    state = new RecorderState(parts, main, beside, confirmer);
    catalog = new CatalogState(parts.analyzer.catalog());
  }

  /** Returns the recorder of the binary log of the same server. */
  public BinlogRecorder commits() {
    return commits;
  }

  /** Returns whether the unit is full. */
  public boolean hasEnough() {
    return output.hasEnough();
  }

  /** Returns the state from which a restart resumes at this place in the log. */
  public SavedState state() {
    StateWriter out = new StateWriter();
    state.write(out);
    return out.saved();
  }

  /**
   * Returns the definitions that changed since the last call. They are stored with the state, and
   * {@link #learn} restores them.
   */
  public CatalogChange definitions() {
    return catalog.change();
  }

  /**
   * Restores definitions before {@link #restore}.
   *
   * @param kept all changes, empty if none was stored.
   */
  public void learn(Bytes kept) {
    catalog.read(kept);
  }

  /**
   * Resumes from the result of {@link #state}.
   *
   * @param lastNanos time of the last record that was read, 0 if it is not known.
   */
  public void restore(Bytes saved, long lastNanos) {
    if (!saved.isEmpty()) {
      state.read(new StateReader(saved), lastNanos);
    }
  }

  /**
   * Reads the binary log after a part of this log was read.
   *
   * @param offset end of the recorded part.
   * @param isAtEnd whether the current end of the log is reached.
   */
  public void progress(long offset, boolean isAtEnd) {
    if (confirmer != null) {
      confirmer.progress(isAtEnd, () -> place.endUnit(offset));
    }
  }

  /** Closes the binary log. */
  public void close() {
    if (confirmer != null) {
      confirmer.close();
    }
  }

  public boolean isUnitEmpty() {
    return output.isEmpty();
  }

  /**
   * Ends the unit with the position after its records.
   *
   * @param parts further state by name.
   */
  public void endUnit(SavedState position, Map<String, SavedState> parts) {
    output.end(position, parts);
  }

  /** Publishes the operations of ended units. */
  public void flush() {
    output.flush();
  }

  /** Records a loss that does not belong to a record. */
  public void reportLoss(String where, String what) {
    output.refuse(where, what);
    output.gap(GapCause.EVENTS_LOST, 1);
  }

  /** Returns the lexical rules of a connection's statements. */
  public SqlRules rulesOf(long connection) {
    return sessions.rules(connection);
  }

  @Override
  public void bad(long offset, String problem) {
    output.refuse(place.of(offset), problem);
    output.gap(GapCause.UNDECODABLE, 1);
  }

  @Override
  public void record(LogRecord record) {
    if (output.hasEnough()) {
      place.endUnit(record.offset);
    }
    if (confirmer != null) {
      confirmer.before(record, () -> place.endUnit(record.offset));
    }
    output.setNow(record.timeNanos);
    noticeRestart(record);
    switch (record.kind) {
      case CONNECT, DENIED, QUIT, CHANGE_USER, RESET -> begin(record);
      case INIT_DB -> initDatabase(record);
      case QUERY, EXECUTE -> statements.record(sessions.of(record), record);
      case TABLE -> statements.opened(sessions.of(record), record);
      case HEADER -> sessions.restarts.mayHaveRestarted = true;
      default -> sessions.stop(sessions.of(record));
    }
    releaseAll(sessions.beyondLimit());
  }

  private void releaseAll(List<Long> connections) {
    for (int i = 0; i < connections.size(); i++) {
      statements.forget(connections.get(i));
      sessions.quit(connections.get(i));
    }
  }

  /** Ends the sessions of a server that was restarted. */
  private void noticeRestart(LogRecord record) {
    RestartDetector restarts = sessions.restarts;
    List<Long> left = List.of();
    if (record.kind == RecordKind.CONNECT) {
      left = restarts.endedConnections(record, sessions.all.values());
    } else if (record.queryId != LogRecord.NO_QUERY_ID) {
      left = restarts.endedConnections(sessions.of(record), record.queryId, sessions.all.values());
    }
    releaseAll(left);
  }

  /** Begins, resets or ends the session of a record. */
  private void begin(LogRecord record) {
    statements.forget(record.connection);
    switch (record.kind) {
      case CONNECT -> sessions.connect(record);
      case CHANGE_USER -> sessions.changeUser(record);
      case RESET -> sessions.reset(sessions.of(record));
      default -> sessions.quit(record.connection);
    }
  }

  private void initDatabase(LogRecord record) {
    Session session = sessions.of(record);
    sessions.stop(session);
    session.sql.database(record.database);
  }

  /** Identifies places in the log, and ends units at an offset. */
  public interface RecordPlace {
    /** Returns a text with the log and an offset for messages. */
    String of(long offset);

    /** Returns a text that identifies a place uniquely, even after rotations. */
    String unique(long offset);

    /** Ends a unit. Records from the offset on are not recorded yet. */
    void endUnit(long offset);
  }
}
