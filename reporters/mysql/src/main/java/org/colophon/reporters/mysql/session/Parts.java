package org.colophon.reporters.mysql.session;

import java.nio.file.Path;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.binlog.CommitQueue;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;

/**
 * Puts together what records the statements of sessions: of those that a log tells of, and apart
 * from them of those that only the binary log beside it knows. Both know the same tables.
 */
final class Parts {
  final SqlAnalyzer analyzer;
  final Tables tables;
  final Holds holds;
  final Output output;

  private final RecorderSettings settings;
  private final Recorder.RecordPlace place;
  private final ServerNames names;

  Parts(RecorderSettings settings, Recorder.RecordPlace place, Output output) {
    this.settings = settings;
    this.place = place;
    this.output = output;
    this.names = new ServerNames(settings.server());
    this.holds = new Holds(output);
    this.analyzer = new SqlAnalyzer(settings.sql());
    this.tables = new Tables(names, output);
  }

  /** What belongs to one set of sessions. */
  record Of(
      Sessions sessions,
      Pending pending,
      TableAccess access,
      Statements statements,
      Commits commits) {}

  Of of() {
    Pending pending = new Pending(holds);
    ClientSide clients = new ClientSide(names, settings.address(), output);
    Sessions sessions = new Sessions(names, output, holds, pending, clients, analyzer);
    TableAccess access =
        new TableAccess(tables, output, holds, pending, record -> place.unique(record.offset));
    Statements statements =
        new Statements(
            sessions,
            new TransactionControl(sessions, pending, output, holds),
            pending,
            access,
            new FileAccesses(output, settings.dataFolder()),
            analyzer,
            settings.keepsLiterals(),
            output,
            holds);
    Commits commits = new Commits(sessions, statements, tables, output, holds);
    return new Of(sessions, pending, access, statements, commits);
  }

  Confirmation confirmation(Of main) {
    return new Confirmation(tables, main.access(), output, holds);
  }

  /** From now on a binary log confirms what the main sessions do. */
  Confirmer confirmer(Of main, Of beside, Path binlog, FileOpener opener) {
    Troubles troubles = new Troubles(output);
    CommitQueue queue = new CommitQueue(binlog, opener, troubles);
    Confirmer confirmer =
        new Confirmer(queue, main, confirmation(main), beside.commits(), troubles, output);
    main.pending().settleBy(confirmer);
    return confirmer;
  }
}
