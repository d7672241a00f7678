// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;

/** Collects the events of a binary log as lines of text. */
public final class ReportedEvents implements BinlogHandler {
  /** Beginning of the line for a statement without text. */
  static final String NO_TEXT = "   [";

  final List<String> lines = new ArrayList<>();
  final List<String> troubles = new ArrayList<>();
  int committed;
  int restarts;

  /** Copies a recorded log into a directory and returns its index. */
  public static Path copy(String log, Path directory) throws IOException {
    for (String name : List.of("binlog.index", "binlog.000001", "binlog.000002", "binlog.000003")) {
      try (InputStream in = ReportedEvents.class.getResourceAsStream(log + "/" + name)) {
        Files.write(directory.resolve(name), in.readAllBytes());
      }
    }
    return directory.resolve("binlog.index");
  }

  /** Reads a log to its end. */
  static ReportedEvents all(Path log) {
    ReportedEvents said = new ReportedEvents();
    try (BinlogReader reader = new BinlogReader(log, FileOpener.PLAIN, said)) {
      said.read(reader);
    }
    return said;
  }

  void read(BinlogReader reader) {
    while (reader.step()) {
      // Reads to the end of the log.
    }
  }

  @Override
  public void statement(EventGroup group, LoggedStatement statement) {
    lines.add(
        "  " + statement.text().display() + " " + counts(statement) + " @" + statement.database());
  }

  private static String counts(LoggedStatement statement) {
    List<String> counts = new ArrayList<>();
    for (RowChange change : statement.changes()) {
      counts.add(change.table() + " " + change.count());
    }
    return counts.toString();
  }

  @Override
  public void end(EventGroup group, End end) {
    committed += end == End.COMMIT || end == End.COMMIT_PREPARED ? 1 : 0;
    lines.add(end + " connection " + group.connection() + " " + group.gtid() + group.xa());
  }

  @Override
  public void definition(EventGroup group, LoggedStatement statement) {
    lines.add("= " + statement.text().display() + " @" + statement.database());
  }

  @Override
  public void restarted() {
    restarts++;
  }

  @Override
  public void logReset() {
    lines.add("begun anew");
  }

  @Override
  public void problem(String place, String problem, boolean isLoss) {
    troubles.add(place + " " + problem + (isLoss ? " (loss)" : ""));
  }
}
