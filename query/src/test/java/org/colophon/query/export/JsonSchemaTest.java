// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.query.PuzzleHistory;
import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/**
 * Checks the output against the published schema. Implements the keywords of JSON Schema that the
 * schema uses.
 */
final class JsonSchemaTest {
  private final ObjectMapper mapper = new ObjectMapper();
  private final JsonNode schema;

  JsonSchemaTest() throws Exception {
    schema = mapper.readTree(Path.of("../docs/reference/lineage.schema.json").toFile());
  }

  private void assertKeeps(String json) throws Exception {
    check(mapper.readTree(json), schema, "$");
  }

  private void check(JsonNode value, JsonNode rule, String where) {
    if (rule.has("$ref")) {
      check(value, schema.at(rule.get("$ref").asText().substring(1)), where);
      return;
    }
    if (rule.has("enum")) {
      assertThat(rule.get("enum")).as(where).contains(value);
    }
    if (rule.has("type")) {
      assertThat(types(rule.get("type"))).as(where).contains(typeOf(value));
    }
    if (value.isObject()) {
      checkObject(value, rule, where);
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      check(value.get(i), rule.get("items"), where + "[" + i + "]");
    }
  }

  private void checkObject(JsonNode value, JsonNode rule, String where) {
    rule.path("required")
        .forEach(
            name -> assertThat(value.has(name.asText())).as(where + "." + name.asText()).isTrue());
    if (!rule.has("properties")) {
      return; // the schema does not restrict the content
    }
    for (var field : value.properties()) {
      JsonNode known = rule.path("properties").get(field.getKey());
      assertThat(known).as("schema of " + where + "." + field.getKey()).isNotNull();
      check(field.getValue(), known, where + "." + field.getKey());
    }
  }

  private static Set<String> types(JsonNode type) {
    Set<String> types = new TreeSet<>();
    if (type.isTextual()) {
      types.add(type.asText());
    }
    type.forEach(each -> types.add(each.asText()));
    return types;
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case ARRAY -> "array";
      case OBJECT -> "object";
      default -> "null";
    };
  }

  @Test
  void conformsToTheSchemaWithHostileNames() throws Exception {
    assertKeeps(HostileHistory.write("json"));
  }

  @Test
  void conformsToTheSchemaWithCutsLinksGapsAndLimits() throws Exception {
    RecordBatchBuilder history = PuzzleHistory.records();
    history.gap(0, GapCause.EVENTS_LOST, 3).process(90, "/bin/late").link(LinkKind.SIGNAL, 90, 1);
    history.open(OperationKind.WRITE, 90, 5, 1);
    LineageQuery query = LineageQuery.builder().root(Root.object(5)).maxDepth(2).build();
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    assertThat(lineage.summary().isIncomplete()).isTrue();
    assertKeeps(HostileHistory.write(Exporters.get("json"), lineage, ExportOptions.plain()));
  }

  @Test
  void detectsFieldsUnknownToTheSchema() {
    assertThatThrownBy(() -> assertKeeps("{\"format\": \"colophon-lineage\", \"surprise\": 1}"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void conformsToTheSchemaWithDigests() throws Exception {
    assertKeeps(DigestExportsTest.origins("json"));
    assertKeeps(DigestExportsTest.withSource("json"));
  }

  @Test
  void conformsToTheSchemaWithChanges() throws Exception {
    assertKeeps(ExportedChangesTest.export("json", true));
    assertKeeps(ExportedChangesTest.export("json", false));
  }
}
