package org.colophon.query.prov;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvDocument.Element;
import org.colophon.query.prov.ProvDocument.Statement;
import org.colophon.query.text.AsciiJson;

/** Exports PROV-JSON (W3C submission of 2013). */
public final class ProvJsonExporter {
  private ProvJsonExporter() {}

  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    ProvDocument document = new ProvDocument(lineage);
    try (JsonGenerator json = AsciiJson.generator(out)) {
      json.writeStartObject();
      prefixes(json);
      for (String type : List.of("entity", "activity", "agent")) {
        elements(json, type, document.elements());
      }
      Map<String, List<Statement>> byRelation =
          document.statements().stream()
              .collect(
                  Collectors.groupingBy(Statement::relation, TreeMap::new, Collectors.toList()));
      for (Map.Entry<String, List<Statement>> each : byRelation.entrySet()) {
        statements(json, each.getKey(), each.getValue());
      }
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void prefixes(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("prefix");
    for (Map.Entry<String, String> prefix : new TreeMap<>(ProvNames.prefixes()).entrySet()) {
      json.writeStringField(prefix.getKey(), prefix.getValue());
    }
    json.writeEndObject();
  }

  private static void elements(JsonGenerator json, String type, List<Element> all)
      throws IOException {
    List<Element> wanted = all.stream().filter(each -> each.type().equals(type)).toList();
    if (wanted.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart(type);
    for (Element element : wanted) {
      json.writeObjectFieldStart(element.id());
      time(json, "prov:startTime", element.startNanos());
      time(json, "prov:endTime", element.endNanos());
      attributes(json, element.attributes());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void statements(JsonGenerator json, String relation, List<Statement> all)
      throws IOException {
    String[] ends = ProvNames.ends(relation);
    json.writeObjectFieldStart(relation);
    int n = 0;
    for (Statement statement : all) {
      json.writeObjectFieldStart("_:" + relation + ++n);
      json.writeStringField(ends[0], statement.effect());
      if (!statement.cause().isEmpty()) {
        json.writeStringField(ends[1], statement.cause());
      }
      time(json, "prov:time", statement.timeNanos());
      attributes(json, statement.attributes());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void time(JsonGenerator json, String field, long nanos) throws IOException {
    if (nanos != 0) {
      json.writeStringField(field, ProvNames.time(nanos));
    }
  }

  private static void attributes(JsonGenerator json, Map<String, String> attributes)
      throws IOException {
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      json.writeStringField(attribute.getKey(), attribute.getValue());
    }
  }
}
