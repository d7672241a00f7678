// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.exports.openlineage.RunEvents.Labels;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RunCollector;
import org.colophon.query.format.ExportSource;
import org.colophon.query.touched.Run;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LiveEventsTest {
  private static final Labels LABELS = new Labels("lab", null, "colophon 0.1.0", null, null);

  private final StorageAdapter adapter =
      new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
  private final RecordBatchBuilder records = new RecordBatchBuilder();
  private final List<ObjectNode> received = new ArrayList<>();
  private LineageReader reader;
  private LiveEvents live;
  private Instant now = Instant.parse("2026-11-30T10:00:00Z");

  @BeforeEach
  void recordEarlierRun() {
    adapter.open();
    records.process(1, "/bin/earlier").exit(1, 0);
    append();
    reader = adapter.reader();
    live = new LiveEvents(reader.visibleLsn(), run -> LABELS, text -> {});
  }

  private void append() {
    adapter.append(records.build());
    adapter.flush();
  }

  /** Begins a run that reads a file. */
  private void beginRun() {
    records.process(2, "/bin/sort").file(1, "/in").access(READ, 2, 1, 5);
    append();
  }

  private RecordedRun recorded(Run run) {
    ExportSource source = new ExportSource("ab12", "web (1)", reader.visibleLsn());
    return new RunCollector(reader, source).run(run, 1000);
  }

  private void visit(long settledLsn, LiveEvents.Receiver receiver) throws IOException {
    live.visit(new LiveEvents.State(reader, settledLsn, now, this::recorded), receiver);
  }

  /** Returns the types of the events of a round. */
  private List<String> round() throws IOException {
    received.clear();
    visit(reader.visibleLsn(), received::add);
    return received.stream().map(each -> each.path("eventType").asText()).toList();
  }

  @Test
  void startsNewRunsAndCompletesThemAtTheirEnd() throws IOException {
    assertThat(round()).isEmpty();
    beginRun();
    assertThat(round()).containsExactly("START");
    assertThat(round()).isEmpty();
    records.file(2, "/out").access(WRITE, 2, 2, 5).exit(2, 0);
    append();

    assertThat(round()).containsExactly("COMPLETE");

    assertThat(received.get(0).at("/outputs/0/name").asText()).isEqualTo("/out");
    List<ObjectNode> all = RunEvents.of(recorded(Run.from(reader, 2)), LABELS, text -> {});
    assertThat(received.get(0)).isEqualTo(all.get(1));
    assertThat(round()).isEmpty();
  }

  @Test
  void statesFailureOfCommand() throws IOException {
    beginRun();
    records.exit(2, 3);
    append();

    assertThat(round()).containsExactly("START", "FAIL");
  }

  @Test
  void statesRunningOnceMinuteIfTheRunChanged() throws IOException {
    beginRun();
    assertThat(round()).containsExactly("START");
    records.file(2, "/more").access(READ, 2, 2, 5);
    append();
    now = now.plusSeconds(59);
    assertThat(round()).isEmpty();
    now = now.plusSeconds(1);
    assertThat(round()).containsExactly("RUNNING");
    assertThat(received.get(0).path("inputs")).hasSize(2);
    records.process(9, "/bin/other").exit(9, 0); // changes the LSN, but not the run
    append();
    now = now.plusSeconds(60);

    assertThat(round()).containsExactly("START", "COMPLETE");
  }

  @Test
  void doesNotStartProcessesOfARun() throws IOException {
    beginRun();
    records.process(3, "/bin/child").link(LinkKind.FORK, 3, 2);
    append();

    assertThat(round()).containsExactly("START");
  }

  @Test
  void waitsUntilStartsAndEndsAreSettled() throws IOException {
    long before = reader.visibleLsn();
    beginRun();
    visit(before, received::add);
    assertThat(received).isEmpty();
    long begun = reader.visibleLsn();
    records.exit(2, 0);
    append();
    visit(begun, received::add);
    assertThat(received).hasSize(1);

    assertThat(round()).containsExactly("COMPLETE");
  }

  @Test
  void repeatsEventThatTheReceiverDidNotTake() throws IOException {
    beginRun();
    records.exit(2, 0);
    append();
    LiveEvents.Receiver away =
        event -> {
          throw new IOException("away");
        };
    assertThatThrownBy(() -> visit(reader.visibleLsn(), away)).hasMessage("away");

    assertThat(round()).containsExactly("START", "COMPLETE");
  }

  @Test
  void continuesRunsThatEndedAfterTheMark() throws IOException {
    beginRun();
    long mark = reader.visibleLsn();
    records.exit(2, 0);
    append();
    live = new LiveEvents(mark, run -> LABELS, text -> {});

    assertThat(round()).containsExactly("START", "COMPLETE");
  }
}
