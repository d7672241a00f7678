// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.GapCause.IO_URING;
import static org.colophon.core.model.GapCause.LOST_SIGHT;
import static org.colophon.core.model.GapCause.NOT_TRACED;
import static org.colophon.core.model.GapCause.STARTED_BEFORE;
import static org.colophon.core.model.OperationKind.CLOSE;
import static org.colophon.core.model.OperationKind.CREATE;
import static org.colophon.core.model.OperationKind.METADATA;
import static org.colophon.core.model.OperationKind.OPEN;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.GapCause;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.export.Exporters;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A copying program of which only the opening and creation of files is recorded, not its reads and
 * writes.
 */
final class GapsTest {
  private final RecordBatchBuilder history = new RecordBatchBuilder();

  private LineageEngine copier(GapCause cause) {
    history.file(1, "/w/in").process(1, "/bin/copier").gap(1, cause, 1);
    history.access(OPEN, 1, 1, 0).file(2, "/w/copy").access(CREATE, 1, 2, 0).exit(1, 0);
    history.process(2, "/bin/join").file(3, "/w/out").access(READ, 2, 2, 1).access(WRITE, 2, 3, 1);
    return new LineageEngine(SmallStore.of(history));
  }

  private static LineageQuery.Builder of(long object) {
    return LineageQuery.builder().root(Root.object(object));
  }

  private static boolean isIncomplete(LineageEngine engine, LineageQuery.Builder query) {
    return engine.collect(query.build()).summary().isIncomplete();
  }

  @Test
  void reportsLossForFileThatProcessCreatedAndItsDescendants() {
    LineageEngine engine = copier(IO_URING);
    assertThat(isIncomplete(engine, of(2))).isTrue();
    assertThat(isIncomplete(engine, of(3))).isTrue();
    assertThat(engine.show(Root.object(3)).gaps()).extracting("cause").containsExactly(IO_URING);
    assertThat(engine.show(Root.process(2)).gaps()).extracting("cause").containsExactly(IO_URING);
  }

  @Test
  void reportsLossForDescendantsOfFileThatProcessOpened() {
    LineageEngine engine = copier(IO_URING);
    assertThat(isIncomplete(engine, of(1).direction(Direction.DESCENDANTS))).isTrue();
  }

  @Test
  void reportsNoLossForOpenedFilesIfOnlyTheStartIsUnknown() {
    LineageEngine engine = copier(STARTED_BEFORE);
    assertThat(isIncomplete(engine, of(3))).isFalse();
    assertThat(isIncomplete(engine, of(1).direction(Direction.DESCENDANTS))).isFalse();
  }

  @Test
  void reportsLossOfUntracedProcessForItsOutputsAndInputs() {
    history.file(1, "/w/in").process(1, "/bin/a").gap(1, NOT_TRACED, 1).access(READ, 1, 1, 1);
    history.file(2, "/w/out").access(WRITE, 1, 2, 1);
    LineageEngine engine = new LineageEngine(SmallStore.of(history));
    assertThat(isIncomplete(engine, of(2))).isTrue();
    assertThat(isIncomplete(engine, of(1).direction(Direction.DESCENDANTS))).isTrue();
    assertThat(isIncomplete(engine, of(1))).isFalse();
  }

  @Test
  void reportsLossOfProcessThatDepthOrPatternExcludes() {
    history.file(1, "/w/in").process(1, "/bin/a").gap(1, IO_URING, 1).access(READ, 1, 1, 1);
    history.file(2, "/w/middle").access(WRITE, 1, 2, 1).process(2, "/bin/b");
    history.access(READ, 2, 2, 1).file(3, "/w/out").access(WRITE, 2, 3, 1);
    LineageEngine engine = new LineageEngine(SmallStore.of(history));
    assertThat(isIncomplete(engine, of(3).maxDepth(1))).isTrue();
    assertThat(isIncomplete(engine, of(3).hide("/w/middle"))).isTrue();
  }

  /** Process 1 is lost after these steps. Then process 2 changes and reads the file. */
  private LineageEngine lost(String steps) {
    history.file(1, "/w/file").process(1, "/bin/a");
    for (String step : steps.split(" ", -1)) {
      long begin = history.lastLsn() + 1;
      switch (step) {
        case "read" -> history.access(READ, 1, 1, 1);
        case "write" -> history.access(WRITE, 1, 1, 1);
        case "writes" ->
            history.open(WRITE, 1, 1, 1).interval(AccessMode.WRITE, 1, 1, begin, begin + 1, 2, 2);
        case "write..." -> history.open(WRITE, 1, 1, 1);
        case "read..." -> history.open(READ, 1, 1, 1);
        case "open" -> history.access(OPEN, 1, 1, 0);
        case "chmod" -> history.access(METADATA, 1, 1, 0);
        case "close" -> history.access(CLOSE, 1, 1, 0);
        case "exit" -> history.exit(1, 0);
        case "loss" -> history.gap(1, LOST_SIGHT, 1);
        default -> throw new IllegalArgumentException(step);
      }
    }
    history.file(2, "/w/in").process(2, "/bin/b").access(READ, 2, 2, 1).access(WRITE, 2, 1, 1);
    return new LineageEngine(SmallStore.of(history));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write loss",
        "writes loss",
        "write... loss",
        "write... close loss",
        "write loss close",
        "write loss exit",
        "write close write loss",
        "open loss",
        "chmod loss",
        "read close open loss",
        "write close open loss"
      })
  void reportsLossForFileThatLostProcessMayStillWrite(String steps) {
    assertThat(isIncomplete(lost(steps), of(1))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write close loss",
        "writes close loss",
        "write exit loss",
        "write... exit loss",
        "open close loss",
        "open write close loss",
        "open read loss",
        "read loss"
      })
  void reportsNoLossForFileThatLostProcessDoesNotWriteAnyMore(String steps) {
    assertThat(isIncomplete(lost(steps), of(1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"read loss", "read... loss", "open loss", "read close read loss"})
  void reportsLossForDescendantsOfFileThatLostProcessMayStillRead(String steps) {
    assertThat(isIncomplete(lost(steps), of(2).direction(Direction.DESCENDANTS))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read close loss",
        "read loss close",
        "read exit loss",
        "read loss exit",
        "open close loss",
        "write loss"
      })
  void reportsNoLossForDescendantsOfFileThatLostProcessDoesNotReadAnyMore(String steps) {
    assertThat(isIncomplete(lost(steps), of(2).direction(Direction.DESCENDANTS))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tree", "json", "dot", "prov-json", "prov-n", "graphml"})
  void reportsIncompleteInsideOfExports(String format) throws Exception {
    Lineage lineage = copier(IO_URING).collect(of(3).build());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Exporters.get(format).write(lineage, ExportOptions.plain(), out);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("incomplete")
        .doesNotContain("\"incomplete\":false");
  }
}
