// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.openlineage.client.OpenLineage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.SqlMarks;
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

final class SqlEventsTest {
  private static final String PARENT = "flow/task/f99310b4-3c3c-1a1a-2b2b-c1b95c24ff11";
  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

  private final StorageAdapter adapter =
      new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
  private final RecordBatchBuilder records = new RecordBatchBuilder();
  private final List<ObjectNode> received = new ArrayList<>();
  private final LiveEvents live = new LiveEvents(0, run -> labels(null), text -> {});
  private LineageReader reader;

  private static Labels labels(ParentRun parent) {
    return new Labels("lab", null, "colophon 0.1.0", null, parent);
  }

  @BeforeEach
  void recordConnection() {
    adapter.open();
    table(1, "mysql://db:3306/shop/carts");
    table(2, "mysql://db:3306/shop/orders");
    process(1, "connection 8").extended(1, 0, SqlMarks.CONNECTION, Bytes.of("mysql://db:3306 app"));
    process(2, "transaction").link(LinkKind.FORK, 2, 1);
    process(3, "INSERT INTO orders SELECT * FROM carts").link(LinkKind.FORK, 3, 2);
    records.access(READ, 3, 1, 0);
    append();
    reader = adapter.reader();
  }

  private void table(long id, String name) {
    records
        .object(id, new ObjectDeclaration(ObjectKind.TABLE, Bytes.of(name), Bytes.EMPTY))
        .bind(0, id, name);
  }

  private RecordBatchBuilder process(long id, String name) {
    Bytes words = Bytes.of(name);
    return records.process(
        id,
        new ProcessDeclaration(
            Bytes.EMPTY, 0, words, List.of(), Bytes.EMPTY, RecordBatchBuilder.EPOCH_NANOS));
  }

  private void append() {
    adapter.append(records.build());
    adapter.flush();
  }

  private void commit() {
    records.access(WRITE, 3, 2, 0).exit(3, 0).exit(2, 0);
    append();
  }

  private RecordedRun recorded(Run run) {
    ExportSource source = new ExportSource("ab12", "web (1)", reader.visibleLsn());
    return new RunCollector(reader, source).run(run, 1000);
  }

  private List<ObjectNode> events(long process, ParentRun parent) {
    return RunEvents.of(recorded(Run.from(reader, process)), labels(parent), text -> {});
  }

  /** Returns the types and jobs of the events of a round. */
  private List<String> round() throws IOException {
    received.clear();
    live.visit(
        new LiveEvents.State(reader, reader.visibleLsn(), NOW, this::recorded), received::add);
    return received.stream()
        .map(each -> each.path("eventType").asText() + " " + each.at("/job/name").asText())
        .map(each -> each.replaceFirst(" .*#.*", " unit"))
        .toList();
  }

  @Test
  void writesFacetsThatTheClientLibraryReads() throws Exception {
    commit();

    List<ObjectNode> events = events(2, null);

    assertThat(events).hasSize(2);
    OpenLineage.RunEvent end = RunEventsTest.parsed(events.get(1));
    RunEventsTest.parsed(events.get(0));
    OpenLineage library = new OpenLineage(URI.create("urn:test"));
    OpenLineage.JobFacets facets = end.getJob().getFacets();
    assertThat(facets.getJobType().getIntegration()).isEqualTo("MYSQL");
    assertThat(facets.getJobType().getJobType()).isEqualTo("QUERY");
    assertThat(facets.getSql().getQuery()).isEqualTo("INSERT INTO orders SELECT * FROM carts");
    assertThat(facets.getSql().getDialect()).isEqualTo("mysql");
    assertThat(facets.getSql().get_schemaURL())
        .isEqualTo(library.newSQLJobFacet("", "").get_schemaURL());
    assertThat(end.getRun().getFacets().getParent().getJob().getName())
        .isEqualTo("session of app at mysql://db:3306");
  }

  @Test
  void leavesOutTransactionThatHasNotEnded() throws IOException {
    assertThat(events(2, null)).isEmpty();
    assertThat(events(1, null))
        .extracting(each -> each.path("eventType").asText())
        .containsExactly("START", "RUNNING");
  }

  @Test
  void followsEachTransactionOnceWhenItHasEnded() throws IOException {
    assertThat(round()).containsExactly("START session of app at mysql://db:3306");
    assertThat(round()).isEmpty();
    commit();

    assertThat(round()).containsExactly("START unit", "COMPLETE unit");
    assertThat(received).isEqualTo(events(2, null));
    records.exit(1, 0);
    append();
    assertThat(round()).containsExactly("COMPLETE session of app at mysql://db:3306");
    assertThat(round()).isEmpty();
  }

  @Test
  void followsStatementWhoseConnectionIsRecordedLater() throws IOException {
    long settledLsn = reader.visibleLsn();
    process(4, "DELETE FROM orders").access(WRITE, 4, 2, 0).exit(4, 0);
    append();
    live.visit(new LiveEvents.State(reader, settledLsn, NOW, this::recorded), event -> {});
    records.link(LinkKind.FORK, 4, 1);
    append();

    assertThat(round()).containsExactly("START unit", "COMPLETE unit");
  }

  @Test
  void leavesOutStatementsWithoutTables() throws IOException {
    commit();
    process(4, "SET NAMES utf8").link(LinkKind.FORK, 4, 1).exit(4, 0);
    append();

    assertThat(events(4, null)).isEmpty();
    assertThat(round()).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void putsConnectionBelowTheGivenRun() {
    commit();
    ParentRun.Id given = ParentRun.Id.parse(PARENT).orElseThrow();

    List<ObjectNode> events = events(1, new ParentRun(given, null));

    assertThat(events.get(0).at("/run/facets/parent/job/name").asText()).isEqualTo("task");
    ObjectNode unit = events.get(events.size() - 1);
    assertThat(unit.at("/run/facets/parent/run/runId")).isEqualTo(events.get(0).at("/run/runId"));
    assertThat(unit.at("/run/facets/parent/root/job/name").asText()).isEqualTo("task");
  }

  @Test
  void storesTextThatIsNotLoggedOnlyInTheName() {
    process(4, "row changes: DELETE shop.orders").link(LinkKind.FORK, 4, 1);
    records.access(WRITE, 4, 2, 0).exit(4, 0);
    append();

    ObjectNode end = events(4, null).get(1);

    assertThat(end.at("/job/name").asText()).startsWith("DELETE shop.orders #");
    assertThat(end.at("/job/facets/sql").isMissingNode()).isTrue();
  }
}
