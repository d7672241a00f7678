package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.storage.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What inspectors found goes out with the writes that it explains. */
final class ExportedChangesTest {
  private static final String HOSTILE = "+\u001b[31m\"];}]]> &amp; \\n\n-old\n";

  /**
   * The result is written, cut off, and written again; an editor's other file is not of interest.
   */
  static String export(String format, boolean withChanges) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/out").file(3, "/other").process(1, "/bin/ed");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    history.extended(1, 2, "text/patch", Bytes.of("+first\n"));
    history.cut(1, 2).access(WRITE, 1, 2, 1);
    history.extended(1, 2, "text/patch", Bytes.of(HOSTILE));
    history.extended(1, 2, "office/metadata", Bytes.of("{\"changes\":[]}"));
    history.extended(1, 2, "sql/attempted", Bytes.EMPTY);
    history.access(WRITE, 1, 3, 1).extended(1, 3, "text/patch", Bytes.of("+elsewhere\n"));
    LineageQuery query =
        LineageQuery.builder()
            .root(Root.object(2))
            .root(Root.object(2, 6))
            .includeChanges(withChanges)
            .build();
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    return HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain());
  }

  @Test
  void shouldSayInJsonWhatWasAttachedToEachWrite() throws Exception {
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

  @Test
  void shouldBeEntitiesInProv() throws Exception {
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
    JsonNode seen = PythonProv.roundTrip(text);
    assertThat(seen.get("counts").get("ProvEntity").asInt()).isGreaterThan(3);
    assertThat(export("prov-n", true)).contains("-old\"").doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphml", "dot", "prov-n", "prov-json"})
  void shouldShowHostileTypesHarmlessly(String format) {
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
  void shouldSayWhatChangedOnlyWhenAskedTo(String format) {
    assertThat(export(format, true)).contains("+first").doesNotContain("elsewhere", "\u001b");
    assertThat(export(format, false)).doesNotContain("+first");
  }
}
