// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.nio.file.Path;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.confirmation.CommitConfirmer;
import org.colophon.reporters.mysql.confirmation.ConfirmationRecorder;
import org.colophon.reporters.mysql.output.ServerNames;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.session.BinlogRecorder;
import org.colophon.reporters.mysql.session.ClientProcesses;
import org.colophon.reporters.mysql.session.FileRecorder;
import org.colophon.reporters.mysql.session.PendingChanges;
import org.colophon.reporters.mysql.session.Sessions;
import org.colophon.reporters.mysql.session.StatementRecorder;
import org.colophon.reporters.mysql.session.TableRecorder;
import org.colophon.reporters.mysql.session.TransactionControl;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.state.Tables;
import org.colophon.reporters.mysql.state.Views;

/**
 * Creates the objects that record statements: one set for the sessions of a log, and one for
 * sessions that are only in the binary log. Both sets share the tables.
 */
final class RecorderAssembly {
  final SqlAnalyzer analyzer;
  final Tables tables;
  final StatementRefCounts refCounts;
  final UnitSink output;

  private final RecorderSettings settings;
  private final Recorder.RecordPlace place;
  private final ServerNames names;

  RecorderAssembly(RecorderSettings settings, Recorder.RecordPlace place, UnitSink output) {
    this.settings = settings;
    this.place = place;
    this.output = output;
    this.names = new ServerNames(settings.server());
    this.refCounts = new StatementRefCounts(output);
    this.analyzer = new SqlAnalyzer(settings.sql());
    this.tables = new Tables(names, output);
  }

  /** Set of objects that records a set of sessions. */
  record Of(
      Sessions sessions,
      PendingChanges pending,
      TableRecorder access,
      StatementRecorder statements,
      BinlogRecorder commits) {}

  Of of() {
    PendingChanges pending = new PendingChanges(refCounts);
    ClientProcesses clients = new ClientProcesses(names, settings.address(), output);
    Sessions sessions = new Sessions(names, output, refCounts, pending, clients, analyzer);
    TableRecorder access =
        new TableRecorder(
            tables,
            new Views(names, tables, analyzer.catalog(), output),
            output,
            refCounts,
            pending,
            record -> place.unique(record.offset),
            analyzer.catalog()::isNontransactional);
    StatementRecorder statements =
        new StatementRecorder(
            sessions,
            new TransactionControl(sessions, output, refCounts),
            pending,
            access,
            new FileRecorder(output, settings.dataDirectory()),
            analyzer,
            settings.keepsLiterals(),
            output,
            refCounts);
    BinlogRecorder commits = new BinlogRecorder(sessions, statements, tables, output, refCounts);
    return new Of(sessions, pending, access, statements, commits);
  }

  ConfirmationRecorder confirmation(Of main) {
    return new ConfirmationRecorder(tables, main.access(), output, refCounts);
  }

  /** Creates the confirmer of the main sessions. */
  CommitConfirmer confirmer(Of main, Of confirmation, Path binlog, FileOpener opener) {
    CommitConfirmer confirmer =
        new CommitConfirmer(
            binlog,
            opener,
            main.sessions(),
            main.pending(),
            confirmation(main),
            confirmation.commits(),
            output);
    main.pending().settleBy(confirmer::settle);
    return confirmer;
  }
}
