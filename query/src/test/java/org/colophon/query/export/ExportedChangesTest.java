// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that exports attach the changes that inspectors found to the right writes. */
final class ExportedChangesTest {
  private static final String HOSTILE = "+\u001b[31m\"];}]]> &amp; \\n\n-old\n";

  /**
   * Records a result that is written, truncated and written again, and an unrelated file that an
   * editor wrote.
   */
  private static RecordBatchBuilder history() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/out").file(3, "/other").process(1, "/bin/ed");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    history.extended(1, 2, "text/patch", Bytes.of("+first\n"));
    history.cut(1, 2).access(WRITE, 1, 2, 1);
    history.extended(1, 2, "text/patch", Bytes.of(HOSTILE));
    history.extended(1, 2, "office/metadata", Bytes.of("{\"changes\":[]}"));
    history.extended(1, 2, "sql/attempted", Bytes.EMPTY);
    history.access(WRITE, 1, 3, 1).extended(1, 3, "text/patch", Bytes.of("+elsewhere\n"));
    return history;
  }

  static String export(String format, boolean withChanges) {
    LineageQuery query =
        LineageQuery.builder()
            .root(Root.object(2))
            .root(Root.object(2, 6))
            .includeChanges(withChanges)
            .build();
    return write(format, history(), query);
  }

  private static String write(String format, RecordBatchBuilder history, LineageQuery query) {
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    return HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain());
  }

  @Test
  void reportsFindingsOfEachWriteInJson() throws Exception {
    JsonNode all = new ObjectMapper().readTree(export("json", true)).get("changes");
    List<String> found = new ArrayList<>();
    for (JsonNode each : all) {
      JsonNode extended = each.get("extended");
      found.add(
          each.get("cause").asText()
              + " "
              + each.get("effect").asText()
              + " "
              + extended.get("type").asText()
              + " "
              + extended.path("text").asText());
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            "process:1 object:2.v0 text/patch +first\n",
            "process:1 object:2.v1 text/patch " + HOSTILE,
            "process:1 object:2.v1 office/metadata ");
    assertThat(new ObjectMapper().readTree(export("json", false)).has("changes")).isFalse();
  }

  private static LineageQuery of(Root root) {
    return LineageQuery.builder().root(root).includeChanges(true).build();
  }

  @Test
  void doesNotAttachAFindingAboutAnOlderVersion() {
    assertThat(write("prov-n", history(), of(Root.object(2))))
        .contains("-old")
        .doesNotContain("+first");
    assertThat(write("prov-n", history(), of(Root.object(2, 6))))
        .contains("+first")
        .doesNotContain("-old");
  }

  /** Records a file that an editor rewrites after it was copied. */
  private static RecordBatchBuilder copiedBetween(boolean isCutOff) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/mid").file(2, "/out").process(1, "/bin/ed").process(2, "/bin/cp");
    history.access(WRITE, 1, 1, 1).extended(1, 1, "text/patch", Bytes.of("+before\n"));
    history.access(READ, 2, 1, 1).access(WRITE, 2, 2, 1);
    if (isCutOff) {
      history.cut(1, 1);
    }
    history.access(WRITE, 1, 1, 1).extended(1, 1, "text/patch", Bytes.of("+after\n"));
    return history;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void doesNotAttachAFindingAboutALaterWrite(boolean isCutOff) {
    assertThat(write("prov-n", copiedBetween(isCutOff), of(Root.object(2))))
        .contains("+before")
        .doesNotContain("+after");
  }

  /** Records a write during which another process empties the file. */
  @Test
  void attachesFindingsToEachVersionOfALongWrite() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/log").process(1, "/bin/logger").process(2, "/bin/truncate");
    history.open(WRITE, 1, 1, 1).extended(1, 1, "text/patch", Bytes.of("+early\n"));
    long first = history.lastLsn() - 1;
    history.cut(2, 1).extended(1, 1, "text/patch", Bytes.of("+late\n"));
    history.interval(AccessMode.WRITE, 1, 1, first, history.lastLsn(), 2, 2);
    String text = write("prov-n", history, of(Root.object(1)));
    assertThat(text).contains("+late").doesNotContain("+early");
  }

  /** Records a write without an end, and a record about that write during later operations. */
  @Test
  void attachesALateFindingToAWriteThatNeverEnded() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/log").process(1, "/bin/logger").process(2, "/bin/truncate");
    history.open(WRITE, 1, 1, 1);
    long written = history.lastLsn();
    history.exit(1, 0).cut(2, 1).extended(1, 1, "text/patch", Bytes.of("+late\n"));
    assertThat(write("prov-n", history, of(Root.object(1, written)))).contains("+late");
    assertThat(write("prov-n", history, of(Root.object(1)))).doesNotContain("+late");
  }

  @Test
  void exportsFindingsAsProvEntities() throws Exception {
    String text = export("prov-json", true);
    JsonNode entities = new ObjectMapper().readTree(text).get("entity");
    List<String> values = new ArrayList<>();
    entities
        .properties()
        .forEach(
            each -> {
              if (each.getKey().startsWith("record:")) {
                values.add(each.getValue().get("prov:value").asText());
              }
            });
    assertThat(values).hasSize(3).contains("+first");
    assertThat(Constraints.check(text).getMalformedStatements()).isNull();
    JsonNode seen = new ObjectMapper().readTree(PythonTools.roundTripProv(text));
    assertThat(seen.get("counts").get("ProvEntity").asInt()).isGreaterThan(3);
    assertThat(export("prov-n", true)).contains("-old\"").doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphml", "dot", "prov-n", "prov-json"})
  void escapesHostileRecordTypes(String format) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/out").process(1, "/bin/ed").access(WRITE, 1, 1, 1);
    history.extended(1, 1, "evil\u001b[2J\u202e", Bytes.of("said"));
    LineageQuery query = LineageQuery.builder().root(Root.object(1)).includeChanges(true).build();
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    String text = HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain());
    assertThat(text).contains("evil", "said").doesNotContain("\u001b", "\u202e");
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphml", "dot", "prov-n", "prov-json"})
  void reportsChangesOnlyWhenRequested(String format) {
    assertThat(export(format, true)).contains("+first").doesNotContain("elsewhere", "\u001b");
    assertThat(export(format, false)).doesNotContain("+first");
  }
}
