// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.self;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.client.report.Recorder;
import org.colophon.client.self.SelfReporter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.store.StoredHistory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests queries of a store that a program has recorded about itself. */
class StoredHistoryTest {
  @TempDir Path store;

  private static SelfReporter copy(Recorder recorder, String from, String to) {
    SelfReporter reporter = new SelfReporter(recorder.sink(), List.of("copier"));
    reporter.derive(reporter.replace(Path.of(to), 10), reporter.read(Path.of(from), 10));
    reporter.awaitDurable();
    return reporter;
  }

  private static Stream<String> names(Lineage lineage) {
    return lineage.nodes().stream().map(node -> node.name().toString());
  }

  private static void assertRefused(Path directory, ErrorCode code) {
    assertThatThrownBy(() -> StoredHistory.open(directory))
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void answersInBothDirectionsFromClosedStore() {
    try (Recorder recorder = Recorder.embed(store, "rocksdb", "copier")) {
      copy(recorder, "/lab/a", "/lab/b");
      copy(recorder, "/lab/b", "/lab/c");
    }
    try (StoredHistory history = StoredHistory.open(store)) {
      assertThat(names(history.lineage("/lab/c"))).contains("/lab/a", "/lab/b", "/lab/c");
      assertThat(names(history.lineage("/lab/a", query -> query.direction(Direction.DESCENDANTS))))
          .contains("/lab/b", "/lab/c");
      assertThatThrownBy(() -> history.lineage("/lab/d"))
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }
  }

  @Test
  void refusesStoreWhileItIsRecorded() {
    try (Recorder recorder = Recorder.embed(store, "rocksdb", "copier")) {
      copy(recorder, "/lab/a", "/lab/b");
      assertRefused(store, ErrorCode.STORE_LOCKED);
    }
  }

  @Test
  void refusesDirectoryWithoutStore() {
    assertRefused(store.resolve("none"), ErrorCode.NOT_FOUND);
  }
}
