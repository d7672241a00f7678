// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvDocument.Element;
import org.colophon.query.text.AsciiJson;

/**
 * Exports PROV-JSONLD (W3C submission of 2024): one object for each statement, whose context makes
 * it PROV-O. Names of imported documents are IRIs, because a prefix could be a term of the context.
 */
public final class ProvJsonLdExporter {
  private static final String CONTEXT = "https://openprovenance.org/prov-jsonld/context.jsonld";

  /** Terms of attributes whose values are names. */
  private static final Set<String> NAMED = Set.of("type", "role", "location");

  private final Map<String, String> prefixes;
  private final JsonGenerator json;

  private ProvJsonLdExporter(Map<String, String> prefixes, JsonGenerator json) {
    this.prefixes = new TreeMap<>(prefixes);
    this.prefixes.put("prov", ProvNames.PROV);
    this.prefixes.put("xsd", ProvNames.XSD);
    this.json = json;
  }

  /**
   * Writes a document.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if there is a mention, for which
   *     PROV-JSONLD has no term
   */
  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    ProvDocument document = new ProvDocument(lineage, options.asRecorded());
    for (ProvStatement each : document.statements()) {
      if (each.relation().equals("mentionOf")) {
        throw ErrorCode.BAD_REQUEST.exception(
            "PROV-JSONLD cannot express the imported mentionOf(%s); use -f prov-json or prov-n"
                .formatted(ProvNText.quote(each.fields().path("prov:specificEntity").asText())));
      }
    }
    try (JsonGenerator json = AsciiJson.generator(out)) {
      new ProvJsonLdExporter(document.prefixes(), json).write(document);
      json.writeRaw('\n');
    }
  }

  private void write(ProvDocument document) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("@context");
    json.writeStartObject();
    for (Map.Entry<String, String> each : prefixes.entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
    json.writeString(CONTEXT);
    json.writeEndArray();
    json.writeArrayFieldStart("@graph");
    for (Element each : document.elements()) {
      write(each);
    }
    Map<String, List<ProvStatement>> bundles =
        document.statements().stream()
            .collect(
                Collectors.groupingBy(
                    ProvStatement::bundle, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<String, List<ProvStatement>> bundle : bundles.entrySet()) {
      boolean isDocument = bundle.getKey().isEmpty();
      if (!isDocument) {
        start("Bundle", bundle.getKey());
        json.writeArrayFieldStart("@context");
        json.writeEndArray();
        json.writeArrayFieldStart("@graph");
      }
      for (ProvStatement each : bundle.getValue()) {
        write(each);
      }
      if (!isDocument) {
        json.writeEndArray();
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void start(String type, String id) throws IOException {
    json.writeStartObject();
    json.writeStringField("@type", type);
    if (!id.isEmpty()) {
      json.writeStringField("@id", name(id));
    }
  }

  private void write(Element element) throws IOException {
    String type =
        element.type().substring(0, 1).toUpperCase(Locale.ROOT) + element.type().substring(1);
    start(type, element.id());
    time("startTime", element.startNanos());
    time("endTime", element.endNanos());
    for (Map.Entry<String, String> each : element.attributes().entrySet()) {
      json.writeArrayFieldStart(term(type, each.getKey()));
      json.writeStartObject();
      json.writeStringField("@value", each.getValue());
      json.writeEndObject();
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void time(String field, long nanos) throws IOException {
    if (nanos != 0) {
      json.writeStringField(field, ProvNames.time(nanos));
    }
  }

  private void write(ProvStatement statement) throws IOException {
    String type = ProvNames.className(statement.relation());
    List<String> arguments = ProvNames.arguments(statement.relation());
    start(type, statement.id());
    for (Map.Entry<String, JsonNode> each : statement.fields().properties()) {
      String text = ProvLiteral.of(each.getValue()).text();
      if (!arguments.contains(each.getKey())) {
        String term = term(type, each.getKey());
        json.writeArrayFieldStart(term);
        values(term, each.getValue());
        json.writeEndArray();
      } else if (!text.isEmpty()) {
        boolean isTime = each.getKey().equals("prov:time");
        json.writeStringField(
            each.getKey().substring("prov:".length()), isTime ? text : name(text));
      }
    }
    json.writeEndObject();
  }

  private String term(String type, String attribute) {
    return switch (attribute) {
      case "prov:type", "prov:label", "prov:role", "prov:location" ->
          attribute.substring("prov:".length());
      case "prov:value" -> type.equals("Entity") ? "value" : attribute;
      default -> name(attribute);
    };
  }

  private void values(String term, JsonNode value) throws IOException {
    if (value.isArray()) {
      for (JsonNode each : value) {
        values(term, each);
      }
      return;
    }
    ProvLiteral literal = ProvLiteral.of(value);
    if (literal.isName() && NAMED.contains(term)) {
      json.writeString(name(literal.text()));
      return;
    }
    json.writeStartObject();
    json.writeStringField("@value", literal.text());
    if (!literal.language().isEmpty()) {
      json.writeStringField("@language", literal.language());
    } else if (!literal.type().isEmpty()) {
      json.writeStringField("@type", literal.isName() ? "xsd:QName" : name(literal.type()));
    }
    json.writeEndObject();
  }

  /** Returns a name of Colophon or PROV as it is, and another one as an IRI. */
  private String name(String name) {
    int colon = name.indexOf(':');
    String prefix = name.substring(0, Math.max(colon, 0));
    String namespace = prefixes.get(prefix);
    boolean isKnown =
        ProvNames.prefixes().containsKey(prefix) || Set.of("prov", "xsd").contains(prefix);
    return namespace == null || isKnown
        ? name
        : ProvNText.iri(namespace + name.substring(colon + 1));
  }
}
