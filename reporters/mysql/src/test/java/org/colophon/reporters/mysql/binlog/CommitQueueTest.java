// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the waiting commits of a binary log. */
class CommitQueueTest {
  @TempDir Path directory;

  private final List<String> troubles = new ArrayList<>();

  private CommitQueue open(Path log) {
    return new CommitQueue(
        log, FileOpener.PLAIN, (place, problem, isLoss) -> troubles.add(problem));
  }

  /**
   * Simulates RESET MASTER, which starts a new file with the same name. Commits that were taken
   * from the old file must not be skipped in the new one.
   */
  @Test
  void readsWholeLogAfterReset() throws IOException {
    Path index = ReportedEvents.copy("mysql-8.0", directory);
    Files.writeString(index, "./binlog.000001\n");
    StateWriter out = new StateWriter();
    try (CommitQueue queue = open(index)) {
      queue.readUntil(Long.MAX_VALUE);
      LoggedCommit first = queue.first();
      Iterator<LoggedCommit> each = queue.iterator();
      while (each.hasNext()) {
        if (each.next() != first) {
          each.remove();
        }
      }
      queue.write(out);
    }
    Files.copy(
        directory.resolve("binlog.000002"),
        directory.resolve("binlog.000001"),
        StandardCopyOption.REPLACE_EXISTING);
    final List<String> all = places(open(index));
    CommitQueue queue = open(index);
    queue.read(new StateReader(out.saved().bytes()));
    assertThat(places(queue)).isEqualTo(all).isNotEmpty();
    assertThat(troubles).singleElement().asString().contains("was reset");
  }

  /** Uses statements without text: a server that logs no texts can still log many statements. */
  @Test
  void countsMemoryOfStatementsWithoutText() {
    TableName table = TableName.of("d.t");
    RowChange change = new RowChange(table, RowChange.Kind.INSERT, 1);
    LoggedStatement statement =
        new LoggedStatement(Bytes.EMPTY, Bytes.EMPTY, 0, 0, List.of(change));
    LoggedCommit commit =
        new LoggedCommit(
            BinlogHandler.End.COMMIT,
            null,
            Collections.nCopies(4096, statement),
            List.of(change),
            null);
    assertThat(CommitQueue.weight(commit)).isGreaterThan(4096 * 100);
  }

  private static List<String> places(CommitQueue queue) {
    List<String> places = new ArrayList<>();
    try (queue) {
      queue.readUntil(Long.MAX_VALUE);
      queue.forEach(commit -> places.add(commit.group.place()));
    }
    return places;
  }
}
