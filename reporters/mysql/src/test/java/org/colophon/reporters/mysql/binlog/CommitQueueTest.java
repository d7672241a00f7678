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
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits in a binary log. */
class CommitQueueTest {
  @TempDir Path folder;

  private final List<String> troubles = new ArrayList<>();

  private CommitQueue open(Path log) {
    return new CommitQueue(
        log, FileOpener.PLAIN, (place, problem, isLoss) -> troubles.add(problem));
  }

  /** RESET MASTER begins the same file anew: what was done in the former one says nothing. */
  @Test
  void shouldHaveAllOfALogThatWasBegunAnew() throws IOException {
    Path index = Said.copy("mysql-8.0", folder);
    Files.writeString(index, "./binlog.000001\n");
    StateWriter out = new StateWriter();
    try (CommitQueue queue = open(index)) {
      queue.readUntil(Long.MAX_VALUE);
      Commit first = queue.first();
      Iterator<Commit> each = queue.iterator();
      while (each.hasNext()) {
        if (each.next() != first) {
          each.remove();
        }
      }
      queue.write(out);
    }
    Files.copy(
        folder.resolve("binlog.000002"),
        folder.resolve("binlog.000001"),
        StandardCopyOption.REPLACE_EXISTING);
    final List<String> all = places(open(index));
    CommitQueue queue = open(index);
    queue.read(new StateReader(out.saved().bytes()));
    assertThat(places(queue)).isEqualTo(all).isNotEmpty();
    assertThat(troubles).singleElement().asString().contains("begun anew");
  }

  /** Servers that do not log texts have many statements all the same. */
  @Test
  void shouldCountWhatStatementsTakeWhenTheyHaveNoText() {
    TableName table = TableName.of("d.t");
    RowChange change = new RowChange(table, RowChange.Kind.INSERT, 1);
    LoggedStatement statement =
        new LoggedStatement(Bytes.EMPTY, Bytes.EMPTY, 0, 0, List.of(change));
    Commit commit =
        new Commit(
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
