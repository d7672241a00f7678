// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.ASSOCIATE;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.PuzzleHistory;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openprovenance.prov.model.Agent;
import org.openprovenance.prov.model.Document;
import org.openprovenance.prov.model.ProvFactory;
import org.openprovenance.prov.notation.ProvDeserialiser;

/** Checks that other PROV software finds the same in all forms of PROV. */
final class ProvFormsTest {
  private static final ProvFactory FACTORY = new org.openprovenance.prov.vanilla.ProvFactory();

  static Stream<Lineage> lineages() {
    LineageQuery.Builder puzzle = LineageQuery.builder();
    for (long object = 5; object <= 13; object++) {
      puzzle.root(Root.object(object));
    }
    return Stream.of(
        HostileHistory.lineage(), withAgents(), collect(PuzzleHistory.records(), puzzle));
  }

  private static Lineage collect(RecordBatchBuilder history, LineageQuery.Builder query) {
    return new LineageEngine(SmallStore.of(history)).collect(query.includeCode(true).build());
  }

  /** Returns a lineage with usages of code, a removed file, and all relations of agents. */
  private static Lineage withAgents() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/out").file(3, "/tmp");
    for (int agent = 4; agent <= 6; agent++) {
      Bytes label = Bytes.of("agent " + agent);
      history.object(agent, new ObjectDeclaration(ObjectKind.AGENT, Bytes.EMPTY, label));
    }
    history.process(1, "/bin/sh").process(2, "/bin/p").link(LinkKind.FORK, 2, 1);
    history.access(ASSOCIATE, 2, 4, 0);
    history.access(READ, 2, 1, 5).access(WRITE, 2, 3, 5).access(READ, 2, 3, 5);
    history.access(WRITE, 2, 2, 5).unbind(3, "/tmp").exit(2, 0).exit(1, 0);
    history.derivation(6, 5, 0).derivation(2, 6, 0);
    return collect(history, LineageQuery.builder().root(Root.object(2)));
  }

  private static String write(String format, Lineage lineage) {
    return HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain());
  }

  @ParameterizedTest
  @MethodSource("lineages")
  void writesSameRdfInEachForm(Lineage lineage) throws Exception {
    JsonNode json = new ObjectMapper().readTree(write("prov-json", lineage));
    JsonNode numbers =
        new ObjectMapper()
            .readTree(
                PythonTools.compareProv(
                    json.toString(), write("prov-turtle", lineage), write("prov-jsonld", lineage)));

    int plain =
        Stream.of("used", "wasGeneratedBy", "wasInformedBy", "wasDerivedFrom", "wasAssociatedWith")
            .mapToInt(each -> json.path(each).size())
            .sum();
    assertThat(numbers.get("relations").asInt()).isPositive();
    assertThat(numbers.get("triples").asInt()).isGreaterThan(plain);
  }

  @ParameterizedTest
  @MethodSource("lineages")
  void writesOnlyAscii(Lineage lineage) {
    for (String format : List.of("prov-turtle", "prov-jsonld")) {
      assertThat(write(format, lineage)).matches("[\\n -~]*");
    }
  }

  @ParameterizedTest
  @MethodSource("lineages")
  void writesProvNThatProvToolboxReads(Lineage lineage) throws Exception {
    JsonNode json = new ObjectMapper().readTree(write("prov-json", lineage));
    byte[] provN = write("prov-n", lineage).getBytes(StandardCharsets.UTF_8);

    Document read =
        new ProvDeserialiser(FACTORY).deserialiseDocument(new ByteArrayInputStream(provN));

    int expected = 0;
    for (String section : List.of("entity", "activity", "agent")) {
      expected += json.path(section).size();
    }
    for (String relation : List.of("used", "wasGeneratedBy", "wasDerivedFrom")) {
      expected += json.path(relation).size();
    }
    assertThat(read.getStatementOrBundle()).hasSizeGreaterThanOrEqualTo(expected);
  }

  @Test
  void writesAgentsThatProvToolboxReads() throws Exception {
    byte[] provN = write("prov-n", withAgents()).getBytes(StandardCharsets.UTF_8);

    Document read =
        new ProvDeserialiser(FACTORY).deserialiseDocument(new ByteArrayInputStream(provN));

    assertThat(read.getStatementOrBundle())
        .filteredOn(Agent.class::isInstance)
        .extracting(each -> ((Agent) each).getId().getUri())
        .contains("urn:colophon:agent:4");
  }
}
