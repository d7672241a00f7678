package org.colophon.reporters.mysql.session;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.mysql.log.LogHandler;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.tail.SavedState;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Takes the records of one server's log and says what they mean. Belongs to one thread.
 *
 * <p>A statement is a process, child of its transaction, which is a child of its connection; what
 * autocommit commits is a child of its connection at once. A statement reads when it runs. What it
 * writes takes effect when its transaction is committed; until then those that read it in the same
 * transaction are informed by it, and nobody else is. A statement that failed or was rolled back
 * stays, and has written nothing.
 */
public final class Recorder implements LogHandler {
  private final Output output;
  private final Sessions sessions;
  private final Statements statements;
  private final RecordPlace place;
  private final Commits commits;
  private final RecorderState state;
  private final CatalogState catalog;

  /** Null where no binary log confirms what this one says. */
  private final Confirmer confirmer;

  /**
   * Puts a recorder together.
   *
   * @param sink where operations go; positions are handed over with them
   * @param position where the log was left, empty if it was never read
   * @param binlog the index of a binary log that confirms what is recorded, null for none
   * @param opener opens the files of that log
   */
  public Recorder(
      OperationSink sink,
      RecorderSettings settings,
      RecordPlace place,
      SavedState position,
      Path binlog,
      FileOpener opener) {
    this.place = place;
    output = new Output(sink, settings.source(), position);
    Parts parts = new Parts(settings, place, output);
    Parts.Of main = parts.of();
    sessions = main.sessions();
    statements = main.statements();
    Parts.Of beside = binlog == null ? main : parts.of();
    commits = beside.commits();
    confirmer = binlog == null ? null : parts.confirmer(main, beside, binlog, opener);
    state = new RecorderState(parts, main, beside, confirmer);
    catalog = new CatalogState(parts.analyzer.catalog());
  }

  /** Takes what a binary log says of the same server. */
  public Commits commits() {
    return commits;
  }

  /** Whether the unit is as large as it should become. */
  public boolean hasEnough() {
    return output.hasEnough();
  }

  /** Everything that is needed to go on from here. */
  public SavedState state() {
    StateWriter out = new StateWriter();
    state.write(out);
    return out.saved();
  }

  /**
   * What became of the definitions that were seen, since this was asked last: to be kept beside the
   * state, and given back to {@link #learn}.
   */
  public CatalogChange definitions() {
    return catalog.change();
  }

  /**
   * Learns the definitions that were kept; before {@link #restore}.
   *
   * @param kept what all changes together come to, empty if nothing was kept
   */
  public void learn(Bytes kept) {
    catalog.read(kept);
  }

  /**
   * Goes on from what {@link #state} gave.
   *
   * @param lastNanos when the last record was that was read, 0 if that is not known
   */
  public void restore(Bytes saved, long lastNanos) {
    if (!saved.isEmpty()) {
      state.read(new StateReader(saved), lastNanos);
    }
  }

  /**
   * Some of the log was read; looks at what the binary log has by now.
   *
   * @param offset everything before it was recorded
   * @param isAtEnd whether nothing more is there for now
   */
  public void progress(long offset, boolean isAtEnd) {
    if (confirmer != null) {
      confirmer.progress(isAtEnd, () -> place.endUnit(offset));
    }
  }

  /** Lets go of the binary log. */
  public void close() {
    if (confirmer != null) {
      confirmer.close();
    }
  }

  /** Whether nothing was said since the last unit ended. */
  public boolean isUnitEmpty() {
    return output.isEmpty();
  }

  /**
   * Hands over what was said, with the position behind it.
   *
   * @param parts what does not fit into the position, by what names
   */
  public void endUnit(SavedState position, Map<String, SavedState> parts) {
    output.end(position, parts);
  }

  /** Publishes what was handed over. */
  public void flush() {
    output.flush();
  }

  /** A loss that was noticed beside the records. */
  public void lost(String where, String what) {
    output.refuse(where, what);
    output.gap(GapCause.EVENTS_LOST, 1);
  }

  /** Lexical rules of a connection's statements. */
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
      case HEADER -> sessions.restarts.mayBe = true;
      default -> sessions.stop(sessions.of(record));
    }
    if (confirmer != null && record.queryId != LogRecord.NO_QUERY_ID) {
      // Such a log has a statement when it is over, so the binary log has it by now.
      confirmer.settleOf(record.connection);
    }
    letGo(SessionLimit.beyond(sessions.all.values()));
  }

  private void letGo(List<Long> connections) {
    for (int i = 0; i < connections.size(); i++) {
      statements.forget(connections.get(i));
      sessions.quit(connections.get(i));
    }
  }

  /** What a server had that was started anew since has ended. */
  private void noticeRestart(LogRecord record) {
    Restarts restarts = sessions.restarts;
    List<Long> left = List.of();
    if (record.kind == RecordKind.CONNECT) {
      left = restarts.leftBehind(record, sessions.all.values());
    } else if (record.queryId != LogRecord.NO_QUERY_ID) {
      left = restarts.leftBehind(sessions.of(record), record.queryId, sessions.all.values());
    }
    letGo(left);
  }

  /** The session begins anew, or ends. */
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

  /** Where records are, and who keeps positions. */
  public interface RecordPlace {
    /** The log and a place in it, for messages. */
    String of(long offset);

    /** Tells the place from every other, in whatever file the log is by now. */
    String unique(long offset);

    /** What was recorded so far is whole; everything from the offset on is not recorded yet. */
    void endUnit(long offset);
  }
}
