// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.touched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.touched.Recordings.Kind;
import org.colophon.query.touched.Recordings.Recording;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Records a run of two processes, two statements of a source, and a program at a mount. */
class RecordingsTest {
  private static final long START = RecordBatchBuilder.EPOCH_NANOS;

  private final RecordBatchBuilder history =
      new RecordBatchBuilder()
          .process(1, process(Identities.process("h", "b", 7, 1, 0), 7, START))
          .process(2, process(Identities.process("h", "b", 8, 1, 0), 8, START))
          .link(LinkKind.FORK, 2, 1)
          .file(1, "/in")
          .file(2, "/out")
          .file(3, "/gone")
          .access(READ, 2, 1, 5)
          .access(WRITE, 2, 2, 5)
          .access(WRITE, 2, 3, 5)
          .unbind(2, 3, Bytes.of("/gone"))
          .gap(2, GapCause.EVENTS_LOST, 4)
          .exit(2, 0)
          .exit(1, 0)
          .process(3, process(Identities.of("sql", "server", "1"), 0, START))
          .access(READ, 3, 1, 1)
          .process(4, process(Identities.of("sql", "server", "2"), 0, START))
          .access(READ, 4, 1, 1)
          .process(5, process(Identities.process("h", "b", 9, 1, 0), 9, 0))
          .access(WRITE, 5, 2, 1);

  private static ProcessDeclaration process(Bytes identity, long pid, long startNanos) {
    return new ProcessDeclaration(
        identity, pid, Bytes.of("/bin/p"), List.of(), Bytes.EMPTY, startNanos);
  }

  @Test
  void listsRunsAndSourcesWithTheNewestFirst() {
    List<Recording> found = new ArrayList<>();
    assertThat(new Recordings(SmallStore.of(history), Lsn.LATEST).visit(9, found::add)).isZero();

    assertThat(found)
        .extracting(Recording::kind)
        .containsExactly(Kind.MOUNT, Kind.SOURCE, Kind.RUN);
    assertThat(found).extracting(each -> each.process().id()).containsExactly(5L, 4L, 1L);
    assertThat(found).extracting(Recording::operations).containsExactly(1L, 2L, 3L);
    assertThat(found.get(1).endNanos()).isZero();
    Recording run = found.get(2);
    assertThat(run.gaps()).isEqualTo(1);
    assertThat(run.results()).containsExactly(Bytes.of("/out"));
    assertThat(run.endNanos()).isPositive();
  }

  @Test
  void omitsViewsOfDatabases() {
    history
        .process(6, process(Identities.VIEW.concat(Bytes.of("mysql://db/v")), 0, START))
        .access(READ, 6, 1, 1);
    List<Recording> found = new ArrayList<>();
    assertThat(new Recordings(SmallStore.of(history), Lsn.LATEST).visit(1, found::add))
        .isEqualTo(2);

    assertThat(found).extracting(each -> each.process().id()).containsExactly(5L);
  }

  @Test
  void namesMountedRunByTheFirstKnownCommand() {
    Bytes identity = Identities.process("h", "b", 10, 1, 0);
    history
        .process(6, process(identity, 10, 0))
        .process(7, process(Identities.process("h", "b", 10, 1, 1), 10, 0))
        .link(LinkKind.EXEC, 7, 6)
        .process(
            8,
            new ProcessDeclaration(
                Identities.process("h", "b", 10, 1, 2),
                10,
                Bytes.of("/bin/sh"),
                List.of(Bytes.of("sh"), Bytes.of("-c")),
                Bytes.EMPTY,
                0))
        .link(LinkKind.EXEC, 8, 7);
    List<Recording> found = new ArrayList<>();
    new Recordings(SmallStore.of(history), Lsn.LATEST).visit(1, found::add);

    assertThat(found).singleElement().matches(each -> each.process().id() == 8);
  }

  @Test
  void countsRecordingsBeyondTheLimitAndIgnoresLaterOnes() {
    LineageReader reader = SmallStore.of(history);
    long before = reader.process(5).declaredLsn() - 1;
    List<Recording> found = new ArrayList<>();

    assertThat(new Recordings(reader, before).visit(1, found::add)).isEqualTo(1);
    assertThat(found).singleElement().matches(each -> each.kind() == Kind.SOURCE);
  }

  @Test
  void readsOnlyTheNewestProcessesOfManyRuns() {
    RecordBatchBuilder many = new RecordBatchBuilder();
    for (int id = 1; id <= 150_000; id++) {
      many.process(id, process(Identities.process("h", "b", id, 1, 0), id, START));
    }
    Recordings recordings = new Recordings(SmallStore.of(many), Lsn.LATEST);
    List<Recording> found = new ArrayList<>();

    assertThat(recordings.visit(2, found::add)).isBetween(99_998L, 149_997L);
    assertThat(recordings.isWhole()).isFalse();
    assertThat(found).extracting(each -> each.process().id()).containsExactly(150_000L, 149_999L);
    assertThat(recordings.visit(150_000, each -> {})).isZero();
    assertThat(recordings.isWhole()).isTrue();
  }
}
