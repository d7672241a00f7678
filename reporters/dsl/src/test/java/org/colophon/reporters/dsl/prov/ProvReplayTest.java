// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.Identities;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which operations a document causes, and their order. */
class ProvReplayTest {
  private static final String PREFIX = "\"prefix\": {\"ex\": \"http://e/\"}, ";

  private final RecordingSink sink = new RecordingSink();
  private final List<String> refused = new ArrayList<>();

  private void read(String sections) throws IOException {
    readWhole("{" + PREFIX + sections.replace('\'', '"') + "}");
  }

  private void readWhole(String document) throws IOException {
    readWhole(document.getBytes(StandardCharsets.UTF_8));
  }

  private void readWhole(byte[] document) throws IOException {
    BiConsumer<String, String> refuse = (where, problem) -> refused.add(where + " " + problem);
    ProvReader reader = new ProvReader(refuse);
    reader.read(new ByteArrayInputStream(document));
    new ProvReplay(sink, reader, new ProvRefusals(sink, "doc.json")).run("doc.json");
    sink.refused.forEach(each -> refused.add(each.replaceFirst("^doc.json:", "")));
  }

  private static String relation(String section, String id, String... attributes) {
    StringBuilder text = new StringBuilder("'" + section + "': {'_:" + id + "': {");
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(i == 0 ? "" : ", ").append("'prov:" + attributes[i] + "': ");
      text.append("'" + attributes[i + 1] + "'");
    }
    return text + "}}";
  }

  @Test
  void refusesDocumentOfUnknownEncoding() throws IOException {
    readWhole(new byte[] {0, 0, '{', 0}); // as of an unusual byte order in UCS-4
    assertThat(refused).singleElement().asString().contains("no JSON");
  }

  @Test
  void givesNoNameToElementWithoutIri() throws IOException {
    readWhole("{\"entity\": {\"\": {}}}");
    assertThat(sink.objects).hasSize(1);
    assertThat(sink.firstNames).isEmpty();
  }

  @Test
  void reportsOperationForEachRelation() throws IOException {
    read(
        "'entity': {'ex:e': {'prov:label': 'the e'}, 'ex:f': {'prov:location': '/f'}},"
            + "'activity': {'ex:a': {'prov:startTime': '1970-01-01T00:00:01',"
            + " 'prov:endTime': '1970-01-01T00:00:02Z'}, 'ex:b': {}},"
            + "'agent': {'ex:g': {}},"
            + relation("used", "1", "activity", "ex:a", "entity", "ex:e")
            + ","
            + relation("wasGeneratedBy", "2", "entity", "ex:f", "activity", "ex:a")
            + ","
            + relation("wasInformedBy", "3", "informed", "ex:b", "informant", "ex:a")
            + ","
            + relation("wasAttributedTo", "4", "entity", "ex:f", "agent", "ex:g")
            + ","
            + relation("actedOnBehalfOf", "5", "delegate", "ex:g", "responsible", "ex:h")
            + ","
            + relation(
                "wasAssociatedWith", "6", "activity", "ex:a", "agent", "ex:g", "plan", "ex:p")
            + ","
            + relation("wasStartedBy", "7", "activity", "ex:a", "trigger", "ex:t")
            + ","
            + relation("wasEndedBy", "8", "activity", "ex:a", "ender", "ex:b")
            + ","
            + relation("wasInvalidatedBy", "9", "entity", "ex:f", "activity", "ex:b")
            + ","
            + relation("alternateOf", "10", "alternate1", "ex:f", "alternate2", "ex:i")
            + ","
            + "'hadMember': {'_:m': {'prov:collection': 'ex:c', 'prov:entity': ['ex:e', 'ex:f']}}");
    assertThat(sink.programTexts())
        .containsExactlyInAnyOrder(
            "READ ex:a http://e/e",
            "WRITE ex:a http://e/f",
            "INFORM ex:b ex:a",
            "DERIVE http://e/f http://e/g",
            "DERIVE http://e/g http://e/h",
            "ASSOCIATE ex:a http://e/g",
            "LOAD ex:a http://e/p",
            "READ ex:a http://e/t",
            "SIGNAL ex:a ex:b",
            "OPEN ex:b http://e/f",
            "DERIVE http://e/f http://e/i",
            "DERIVE http://e/c http://e/e",
            "DERIVE http://e/c http://e/f",
            "EXIT ex:a @2000000000");
    assertThat(sink.nameOf(sink.resolve(Bytes.of("/f")))).isEqualTo("http://e/f");
    assertThat(sink.processes.values().stream().mapToLong(each -> each.startNanos()).max())
        .hasValue(1_000_000_000L);
    assertThat(sink.objects.values().stream().filter(each -> each.kind() == ObjectKind.AGENT))
        .hasSize(2);
    assertThat(refused).isEmpty();
  }

  @Test
  void readsNamesAttributesAndIrisOfExports() throws IOException {
    readWhole(
        """
        {"prefix": {"object": "urn:colophon:object:", "process": "urn:colophon:process:",
          "colophon": "urn:colophon:"},
         "entity": {"object:1.v0": {"prov:label": "/f", "colophon:iri": "http://e/f",
           "colophon:imported": "{\\"prov\\":\\"entity\\"}"}},
         "wasInfluencedBy": {
          "_:1": {"prov:influencee": "object:1.v0", "prov:influencer": "process:1",
            "colophon:kind": "name", "colophon:firstLsn": "5", "colophon:lastLsn": "5"},
          "_:2": {"prov:influencee": "object:1.v0", "prov:influencer": "process:1",
            "colophon:kind": "attributes", "colophon:firstLsn": "7", "colophon:lastLsn": "7"}},
         "activity": {"process:1": {"prov:label": "mv"}}}
        """);
    assertThat(sink.programTexts()).containsExactly("RENAME mv /f", "METADATA mv /f");
    assertThat(sink.records).anySatisfy(each -> assertThat(each).endsWith("{\"prov\":\"entity\"}"));
    assertThat(sink.objects.values())
        .singleElement()
        .matches(each -> each.identity().equals(Identities.of("prov", "http://e/f")));
  }

  @Test
  void ordersCausesBeforeEffectsWithoutTimes() throws IOException {
    read(
        "'wasDerivedFrom': {'_:1': {'prov:generatedEntity': 'ex:z', 'prov:usedEntity': 'ex:y'}},"
            + "'wasGeneratedBy': {'_:2': {'prov:entity': 'ex:y', 'prov:activity': 'ex:a'}},"
            + "'used': {'_:3': {'prov:activity': 'ex:a', 'prov:entity': 'ex:x'}},"
            + "'wasInformedBy': {'_:4': {'prov:informed': 'ex:a', 'prov:informant': 'ex:b'}}");
    assertThat(sink.programTexts())
        .containsExactly(
            "READ ex:a http://e/x",
            "INFORM ex:a ex:b",
            "WRITE ex:a http://e/y",
            "DERIVE http://e/z http://e/y");
  }

  @Test
  void ordersByTimeIfStatementsHaveTimes() throws IOException {
    read(
        "'used': {'_:1': {'prov:activity': 'ex:a', 'prov:entity': 'ex:late',"
            + " 'prov:time': '1970-01-01T00:00:09Z'}},"
            + "'wasGeneratedBy': {'_:2': {'prov:entity': 'ex:y', 'prov:activity': 'ex:a',"
            + " 'prov:time': '1970-01-01T00:00:05Z'}}");
    assertThat(sink.programTexts())
        .containsExactly(
            "WRITE ex:a http://e/y @5000000000", "READ ex:a http://e/late @9000000000");
  }

  @Test
  void reportsCycleAsSimultaneous() throws IOException {
    read(
        "'wasGeneratedBy': {'_:1': {'prov:entity': 'ex:y', 'prov:activity': 'ex:a'}},"
            + "'used': {'_:2': {'prov:activity': 'ex:a', 'prov:entity': 'ex:y'},"
            + " '_:3': {'prov:activity': 'ex:a', 'prov:entity': 'ex:x'}}");
    assertThat(sink.programTexts())
        .containsExactly(
            "READ ex:a http://e/x",
            "WRITE-BEGIN ex:a http://e/y",
            "READ-BEGIN ex:a http://e/y",
            "WRITE-END ex:a http://e/y",
            "READ-END ex:a http://e/y");
  }

  @Test
  void sharesNamesExceptBlankOnesBetweenBundlesAndDocument() throws IOException {
    read(
        "'entity': {'ex:e': {}, '_:n': {}}, 'bundle': {'ex:b': {'prefix': {'x': 'http://e/'},"
            + "'entity': {'x:e': {}, 'ex:e': {}, '_:n': {}}}}");
    assertThat(sink.objects).hasSize(3);
    assertThat(sink.records).hasSize(5);
    assertThat(sink.records.get(0))
        .isEqualTo(
            "{\"prov\":\"entity\",\"id\":\"ex:e\",\"prefix\":{\"ex\":\"http://e/\"},"
                + "\"attributes\":{}}");
    assertThat(sink.records.get(1)).contains("\"bundle\":\"ex:b\"");
  }

  @Test
  void storesRelationsWithMissingEnd() throws IOException {
    read(
        relation("used", "1", "activity", "ex:a")
            + ","
            + relation("wasInfluencedBy", "2", "influencee", "ex:e", "influencer", "ex:e"));
    assertThat(sink.programTexts()).isEmpty();
    assertThat(sink.records)
        .hasSize(2)
        .anyMatch(each -> each.contains("wasInfluencedBy"))
        .anyMatch(each -> each.contains("\"ends\":{\"prov:activity\":\"process\"}"));
    assertThat(sink.processes).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[1]",
        "5",
        "{not json",
        "{\"entity\": 5}",
        "{\"bundle\": \"x\"}",
        "{\"prefix\": []}",
        "{\"prefix\": {\"a\": 1}}",
        "{\"martian\": {}}",
        "{\"entity\": {\"e\": null}}",
        "{\"entity\": {\"e\": [1]}}",
        "{\"entity\": {\"e\": {\"x\": {\"type\": \"xsd:int\"}}}}",
        "{\"entity\": {\"e\": {\"x\": [{\"$\": \"1\"}, {\"type\": \"xsd:int\"}]}}}",
        "{\"bundle\": {\"b\": {\"bundle\": {}}}}",
        "{\"used\": {\"u\": {\"x\": \"1\"}}}",
        "{\"used\": {\"u\": {\"prov:entity\": [\"e\", \"f\"]}}}",
        "{\"entity\": {\"e\": {",
      })
  void rejectsInvalidProvJson(String document) throws IOException {
    readWhole(document);
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0)).matches("[0-9]+:[0-9]+ .*");
  }

  @Test
  void keepsRecordsBeforeSyntaxError() throws IOException {
    readWhole("{\"entity\": {\"http://e/a\": {}, \"http://e/b\": {}, \"http://");
    assertThat(refused).hasSize(1).first().asString().contains("kept");
    assertThat(sink.objects).hasSize(2);
  }

  @Test
  void rejectsADocumentThatIsNestedTooDeep() throws IOException {
    readWhole("{\"entity\": {\"e\": " + "[".repeat(100_000));
    assertThat(refused).hasSize(1);
  }
}
