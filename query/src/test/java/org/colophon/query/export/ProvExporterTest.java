// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.Identities;
import org.colophon.query.PuzzleHistory;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvNames;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openprovenance.prov.validation.report.ValidationReport;

/** Checks that PROV exports are valid under PROV-CONSTRAINTS and contain the recorded history. */
final class ProvExporterTest {
  private static String export(RecordBatchBuilder history, LineageQuery query) {
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    return HostileHistory.write(Exporters.get("prov-json"), lineage, ExportOptions.plain());
  }

  private static LineageQuery.Builder of(long... objects) {
    LineageQuery.Builder query = LineageQuery.builder();
    for (long object : objects) {
      query.root(Root.object(object));
    }
    return query;
  }

  private static void assertValid(String provJson) throws Exception {
    ValidationReport report = Constraints.check(provJson);
    assertThat(report.getCycle()).isEmpty();
    assertThat(report.getFailedMerge()).isEmpty();
    assertThat(report.getTypeOverlap()).isEmpty();
    assertThat(report.getMalformedStatements()).isNull();
    assertThat(report.getSpecializationReport()).isNull();
  }

  private static List<String> derivations(String provJson, String relation) throws Exception {
    JsonNode all = new ObjectMapper().readTree(provJson).path(relation);
    List<String> ends = ProvNames.arguments(relation);
    List<String> found = new ArrayList<>();
    all.forEach(
        each -> found.add(each.get(ends.get(0)).asText() + " " + each.get(ends.get(1)).asText()));
    return found;
  }

  @Test
  void writesDerivationsFromAgentsAsAttributionAndDelegation() throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    Bytes iri = Identities.of("prov", "http://e/report");
    history.object(1, new ObjectDeclaration(ObjectKind.OTHER, iri, Bytes.of("report")));
    for (int agent = 2; agent <= 3; agent++) {
      Bytes label = Bytes.of("agent " + agent);
      history.object(agent, new ObjectDeclaration(ObjectKind.AGENT, Bytes.EMPTY, label));
    }
    history.derivation(3, 2, 0).derivation(1, 3, 0);
    history.extended(0, 1, "prov/record", Bytes.of("{\"prov\":\"wasAttributedTo\"}"));
    history.extended(0, 1, "prov/record", Bytes.of("{\"prov\":\"entity\",\"id\":\"e:r\"}"));
    String document = export(history, of(1).build());
    assertValid(document);
    assertThat(derivations(document, "wasAttributedTo")).containsExactly("object:1.v0 agents:3");
    assertThat(derivations(document, "actedOnBehalfOf")).containsExactly("agents:3 agents:2");
    assertThat(document).doesNotContain("wasDerivedFrom", "object:2", "object:3");
    JsonNode json = new ObjectMapper().readTree(document);
    assertThat(json.at("/entity/object:1.v0/colophon:iri").asText()).isEqualTo("http://e/report");
    assertThat(json.at("/entity/object:1.v0/colophon:imported").asText())
        .isEqualTo("{\"prov\":\"entity\",\"id\":\"e:r\"}");
    assertThat(json.at("/agent/agents:2/prov:label").asText()).isEqualTo("agent 2");
  }

  /** Readers of PROV-N reject a prefix that is a word of the grammar. */
  @Test
  void usesNoWordOfTheProvNGrammarAsPrefix() {
    assertThat(ProvNames.prefixes().keySet())
        .doesNotContain(
            ("document endDocument bundle endBundle prefix default entity activity agent used"
                    + " wasGeneratedBy wasInvalidatedBy wasStartedBy wasEndedBy wasInformedBy"
                    + " wasDerivedFrom wasAttributedTo wasAssociatedWith actedOnBehalfOf"
                    + " wasInfluencedBy specializationOf alternateOf hadMember mentionOf"
                    + " hadDictionaryMember derivedByInsertionFrom derivedByRemovalFrom"
                    + " qualifiedAlternateOf qualifiedSpecializationOf qualifiedHadMember prov xsd")
                .split(" "));
  }

  @Test
  void satisfiesConstraintsOnThePuzzleInBothDirections() throws Exception {
    RecordBatchBuilder history = PuzzleHistory.records();
    LineageQuery query = of(2, 5, 6, 7, 8, 9, 10, 11, 12, 13).build();
    assertValid(export(history, query));
    assertValid(
        export(PuzzleHistory.records(), of(2, 3, 4).direction(Direction.DESCENDANTS).build()));
  }

  @Test
  void satisfiesConstraintsWhenFilesInfluenceEachOtherInACycle() throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/a").file(2, "/b").process(1, "/bin/p").process(2, "/bin/q");
    history.link(LinkKind.FORK, 2, 1);
    for (int i = 0; i < 3; i++) {
      history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
      history.access(READ, 2, 2, 1).access(WRITE, 2, 1, 1);
      history.access(READ, 1, 2, 1).access(WRITE, 1, 2, 1);
    }
    history.cut(1, 2).access(WRITE, 2, 2, 1).access(READ, 1, 2, 1).access(WRITE, 1, 1, 1);
    String text = export(history, of(1).build());
    assertValid(text);
    assertThat(derivations(text, "wasDerivedFrom")).contains("object:1.v0 object:2.v0");
    assertThat(derivations(text, "wasInfluencedBy")).contains("object:2.v0 object:1.v0");
    JsonNode seen = new ObjectMapper().readTree(PythonTools.roundTripProv(text));
    assertThat(seen.get("counts").get("ProvGeneration").asInt()).isEqualTo(4);
  }

  @Test
  void detectsAGraphThatViolatesTheConstraints() throws Exception {
    String text =
        """
        {"prefix": {"object": "urn:x:"},
         "entity": {"object:1": {}, "object:2": {}},
         "wasDerivedFrom": {
           "_:d1": {"prov:generatedEntity": "object:1", "prov:usedEntity": "object:2"},
           "_:d2": {"prov:generatedEntity": "object:2", "prov:usedEntity": "object:1"}}}
        """;
    assertThat(Constraints.check(text).getCycle()).isNotEmpty();
  }

  @Test
  void derivesOnlyWritesThatFollowAReadOfTheSource() throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in1").file(2, "/in2").file(3, "/out1").file(4, "/out2");
    history.process(1, "/bin/p").access(READ, 1, 1, 1).access(WRITE, 1, 3, 1);
    history.access(READ, 1, 2, 1).access(WRITE, 1, 4, 1);
    String text = export(history, of(3, 4).build());
    assertThat(derivations(text, "wasDerivedFrom"))
        .containsExactlyInAnyOrder(
            "object:3.v0 object:1.v0", "object:4.v0 object:1.v0", "object:4.v0 object:2.v0");
  }

  @Test
  void derivesNothingFromAbsentFiles() throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/out").process(1, "/bin/p");
    history.object(3, ObjectDeclaration.of(ObjectKind.ABSENT)).bind(0, 3, "absent:///conf");
    history.access(READ, 1, 1, 1).access(READ, 1, 3, 0).access(WRITE, 1, 2, 1);
    String text = export(history, of(2).build());
    assertThat(derivations(text, "wasDerivedFrom")).containsExactly("object:2.v0 object:1.v0");
    assertThat(derivations(text, "used")).contains("process:1 object:3.v0");
    assertValid(text);
  }

  @ParameterizedTest
  @EnumSource
  void usesAnEntityOnceForEachIntervalAndGeneratesItAtTheFirstWrite(Direction direction)
      throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/a").file(2, "/b").process(1, "/bin/p").process(2, "/bin/q");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1).access(READ, 2, 2, 1);
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    String text = export(history, of(1, 2).direction(direction).build());
    assertThat(fields(text, "used", "object:1.v0", "prov:time"))
        .containsExactly(timeOf(5), timeOf(8));
    assertThat(fields(text, "wasGeneratedBy", "process:1", "prov:time")).containsExactly(timeOf(6));
    assertThat(fields(text, "wasInfluencedBy", "process:1", "colophon:firstLsn"))
        .containsExactly("9");
    assertValid(text);
  }

  private static String timeOf(long lsn) {
    return ProvNames.time(RecordBatchBuilder.timeOf(lsn));
  }

  /** Returns a field of the statements of a relation with a cause, in order. */
  private static List<String> fields(String provJson, String relation, String cause, String field)
      throws Exception {
    List<String> found = new ArrayList<>();
    for (JsonNode each : new ObjectMapper().readTree(provJson).path(relation)) {
      if (each.get(ProvNames.arguments(relation).get(1)).asText().equals(cause)) {
        found.add(each.get(field).asText());
      }
    }
    return found.stream().sorted().toList();
  }

  @Test
  void omitsDerivationsOfTooManyReadsAndWrites() throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/cp").process(2, "/bin/cat").file(1, "/in");
    history.access(READ, 2, 1, 1).file(2, "/copied1").access(WRITE, 2, 2, 1);
    LineageQuery.Builder query = LineageQuery.builder();
    for (int i = 1; i <= 1_500; i++) {
      history.file(2 * i, "/from" + i).access(READ, 1, 2 * i, 1);
      history.file(2 * i + 1, "/to" + i).access(WRITE, 1, 2 * i + 1, 1);
      query.root(Root.object(2 * i + 1));
    }
    String text = export(history, query.build());
    JsonNode all = new ObjectMapper().readTree(text);
    assertThat(all.get("used")).hasSize(1_501);
    assertThat(all.get("wasGeneratedBy")).hasSize(1_501);
    assertThat(derivations(text, "wasDerivedFrom")).containsExactly("object:2.v0 object:1.v0");
  }

  @Test
  void invalidatesCutVersionsAndRemovedFiles() throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/tmp").file(2, "/out").process(1, "/bin/p").process(2, "/bin/rm");
    history.access(WRITE, 1, 1, 1).access(READ, 1, 1, 1).access(WRITE, 1, 2, 1).cut(1, 1);
    history.access(WRITE, 1, 1, 1).access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    history.unbind(2, "/tmp");
    String text = export(history, of(2).build());
    JsonNode invalidated = new ObjectMapper().readTree(text).get("wasInvalidatedBy");
    List<String> entities = new ArrayList<>();
    invalidated.forEach(each -> entities.add(each.get("prov:entity").asText()));
    assertThat(entities).containsExactlyInAnyOrder("object:1.v0", "object:1.v1");
    assertValid(text);
  }
}
