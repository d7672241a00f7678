// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.touched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.CREATE;
import static org.colophon.core.model.OperationKind.METADATA;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.RENAME;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/**
 * Checks the effects of a run on files. Process 2 starts process 3. Process 1 belongs to another
 * run.
 */
class TouchedFilesTest {
  private final RecordBatchBuilder history = new RecordBatchBuilder();

  private RecordBatchBuilder begun() {
    history.file(90, "/old").process(1, "/bin/other").access(WRITE, 1, 90, 5).exit(1, 0);
    return history.process(2, "/bin/make").process(3, "/bin/cc").link(LinkKind.FORK, 3, 2);
  }

  private List<String> touched() {
    history.exit(3, 0).exit(2, 0);
    return touched(SmallStore.of(history));
  }

  private static List<String> touched(LineageReader reader) {
    return new TouchedFiles(reader, Run.from(reader, 2), Lsn.LATEST)
        .files().stream()
            .map(each -> each.effect() + " " + each.path() + " " + each.before())
            .map(String::strip)
            .toList();
  }

  @Test
  void reportsRenamedTemporaryFileByItsFinalName() {
    begun().file(3, "/out.tmp").access(CREATE, 3, 3, 0).access(WRITE, 3, 3, 10);
    history.rename(3, 3, bytes("/out.tmp"), bytes("/out"));
    history.access(RENAME, 3, 3, 0);

    assertThat(touched()).containsExactly("CREATED /out");
  }

  @Test
  void doesNotReportMovedOrLinkedUnknownFileAsCreated() {
    begun().file(3, "/moved").rename(3, 3, bytes("/moved"), bytes("/kept"));
    history.access(RENAME, 3, 3, 0);
    history.file(4, "/linked").bind(2, 4, bytes("/other")).access(RENAME, 2, 4, 0);
    history.access(WRITE, 2, 4, 1);

    assertThat(touched()).containsExactly("MOVED /kept /moved", "CHANGED /linked");
  }

  @Test
  void separatesChangesFromReadsAndIgnoresOtherRuns() {
    begun().file(3, "/in").access(READ, 3, 3, 7).file(4, "/log").access(WRITE, 2, 4, 9);
    history.file(5, "/mode").access(METADATA, 2, 5, 0);

    assertThat(touched()).containsExactly("READ /in", "CHANGED /log", "CHANGED /mode");
  }

  @Test
  void listsAbsentFilesUnlessTheRunUsedTheirPathLater() {
    begun().file(3, "/out").access(CREATE, 3, 3, 0).access(WRITE, 3, 3, 10);
    absent(4, "absent:///conf");
    absent(5, "absent:///out");

    assertThat(touched()).containsExactly("CREATED /out", "ABSENT /conf");
  }

  private void absent(long id, String name) {
    history.object(id, ObjectDeclaration.of(ObjectKind.ABSENT));
    history.bind(0, id, name).access(READ, 3, id, 0);
  }

  @Test
  void reportsRemovedAndMovedFilesWithTheirOldNames() {
    begun().file(3, "/gone").unbind(2, 3, bytes("/gone")).access(RENAME, 2, 3, 0);
    history.rename(2, 90, bytes("/old"), bytes("/new")).access(RENAME, 2, 90, 0);

    assertThat(touched()).containsExactly("REMOVED /gone", "MOVED /new /old");
  }

  @Test
  void reportsFileThatWasReplacedByNewOneAsChanged() {
    begun().file(3, "/tmp/x").access(CREATE, 3, 3, 0).access(WRITE, 3, 3, 10);
    history.unbind(3, 90, bytes("/old")).access(RENAME, 3, 90, 0);
    history.rename(3, 3, bytes("/tmp/x"), bytes("/old")).access(RENAME, 3, 3, 0);

    assertThat(touched()).containsExactly("CHANGED /old");
  }

  @Test
  void reportsFileThatWasWrittenUnderTemporaryNameOverOldOneAsChanged() {
    begun().file(3, "/sed1").access(WRITE, 3, 3, 10);
    history.rename(3, 3, bytes("/sed1"), bytes("/old")).access(RENAME, 3, 3, 0);

    assertThat(touched()).containsExactly("CHANGED /old");
  }

  @Test
  void countsFileThatWasCreatedAndRemovedAsTemporary() {
    begun().file(3, "/t").access(CREATE, 3, 3, 0).access(WRITE, 3, 3, 1);
    history.unbind(3, 3, bytes("/t")).access(RENAME, 3, 3, 0).exit(3, 0).exit(2, 0);
    LineageReader reader = SmallStore.of(history);

    assertThat(touched(reader)).isEmpty();
    assertThat(new TouchedFiles(reader, Run.from(reader, 2), Lsn.LATEST).temporaryFiles())
        .isEqualTo(1);
  }

  @Test
  void findsNewestRunAndTheRunThatWroteAFile() {
    begun().file(3, "/out").access(CREATE, 3, 3, 0).access(WRITE, 3, 3, 10);
    history.gap(3, GapCause.EVENTS_LOST, 4).exit(3, 0).exit(2, 0);
    LineageReader reader = SmallStore.of(history);

    assertThat(Run.newest(reader, Lsn.LATEST).root()).isEqualTo(2);
    assertThat(Run.writing(reader, 3, Lsn.LATEST).processes()).containsExactlyInAnyOrder(2L, 3L);
    assertThat(Run.writing(reader, 90, Lsn.LATEST).root()).isEqualTo(1);
    assertThat(Run.writing(reader, 3, Lsn.LATEST).gaps(reader)).isEqualTo(1);
    assertThat(Run.writing(reader, 90, Lsn.LATEST).gaps(reader)).isZero();
  }

  private static Bytes bytes(String path) {
    return Bytes.of(path);
  }
}
