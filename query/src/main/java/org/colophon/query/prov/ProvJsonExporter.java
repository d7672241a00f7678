// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvDocument.Element;
import org.colophon.query.text.AsciiJson;

/** Exports PROV-JSON (W3C submission of 2013). */
public final class ProvJsonExporter {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE).build();

  private final JsonGenerator json;

  private ProvJsonExporter(JsonGenerator json) {
    this.json = json;
  }

  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    ProvDocument document = new ProvDocument(lineage, options.asRecorded());
    try (JsonGenerator json = AsciiJson.generator(out)) {
      new ProvJsonExporter(json).write(document);
      json.writeRaw('\n');
    }
  }

  private void write(ProvDocument document) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("prefix");
    for (Map.Entry<String, String> prefix : document.prefixes().entrySet()) {
      json.writeStringField(prefix.getKey(), prefix.getValue());
    }
    json.writeEndObject();
    for (String type : List.of("entity", "activity", "agent")) {
      section(
          type,
          document.elements().stream().filter(each -> each.type().equals(type)).toList(),
          Element::id,
          ProvJsonExporter::fields);
    }
    Map<String, List<ProvStatement>> bundles =
        grouped(document.statements(), ProvStatement::bundle);
    relations(bundles.getOrDefault("", List.of()));
    bundles.remove("");
    if (!bundles.isEmpty()) {
      json.writeObjectFieldStart("bundle");
      for (Map.Entry<String, List<ProvStatement>> bundle : bundles.entrySet()) {
        json.writeObjectFieldStart(bundle.getKey());
        relations(bundle.getValue());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void relations(List<ProvStatement> statements) throws IOException {
    Map<String, List<ProvStatement>> byRelation =
        new TreeMap<>(grouped(statements, ProvStatement::relation));
    for (Map.Entry<String, List<ProvStatement>> each : byRelation.entrySet()) {
      String blank = "_:" + each.getKey();
      int[] n = {0};
      section(
          each.getKey(),
          each.getValue(),
          statement -> statement.id().isEmpty() ? blank + ++n[0] : statement.id(),
          ProvStatement::fields);
    }
  }

  /** Writes records by their ids. Several records with the same id become an array. */
  private <T> void section(
      String name, List<T> records, Function<T, String> id, Function<T, ObjectNode> fields)
      throws IOException {
    if (records.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, List<T>> each : grouped(records, id).entrySet()) {
      json.writeFieldName(each.getKey());
      boolean isArray = each.getValue().size() > 1;
      if (isArray) {
        json.writeStartArray();
      }
      for (T one : each.getValue()) {
        MAPPER.writeTree(json, fields.apply(one));
      }
      if (isArray) {
        json.writeEndArray();
      }
    }
    json.writeEndObject();
  }

  private static <T> Map<String, List<T>> grouped(List<T> all, Function<T, String> key) {
    return all.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
  }

  private static ObjectNode fields(Element element) {
    ObjectNode fields = MAPPER.createObjectNode();
    time(fields, "prov:startTime", element.startNanos());
    time(fields, "prov:endTime", element.endNanos());
    element.attributes().forEach(fields::put);
    return fields;
  }

  private static void time(ObjectNode fields, String field, long nanos) {
    if (nanos != 0) {
      fields.put(field, ProvNames.time(nanos));
    }
  }
}
