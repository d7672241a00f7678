// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import org.colophon.query.api.ContentMatch;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.record.RecordJson;
import org.colophon.query.text.AsciiJson;
import org.colophon.query.text.JsonOutput;

/** Exports a JSON object with a stable schema, docs/reference/lineage.schema.json. */
final class JsonExporter {
  private JsonExporter() {}

  static void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    try (JsonGenerator json = AsciiJson.generator(out)) {
      json.writeStartObject();
      JsonOutput.writeFormat(json, "lineage");
      query(json, lineage.query());
      JsonText.objects(json, "nodes", lineage.nodes(), JsonText::node);
      JsonText.objects(
          json,
          "edges",
          lineage.edges(),
          (j, edge) -> JsonText.edge(j, edge, lineage.effect(edge), lineage.cause(edge)));
      if (lineage.query().includeChanges()) {
        JsonText.objects(
            json, "changes", lineage.changes(), (j, change) -> change(j, lineage, change));
      }
      if (!lineage.byContent().isEmpty()) {
        JsonText.objects(
            json, "byContent", lineage.byContent(), (j, match) -> match(j, lineage, match));
      }
      JsonText.summary(json, lineage.summary());
      JsonText.certified(json, options.certified());
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void match(JsonGenerator json, Lineage lineage, ContentMatch match)
      throws IOException {
    json.writeStringField("key", lineage.nodes().get(match.node()).key());
    JsonText.digest(json, match.digest());
    JsonText.objects(json, "sources", match.sources(), JsonExporter::source);
    json.writeNumberField("more", match.more());
  }

  private static void source(JsonGenerator json, ContentMatch.Source source) throws IOException {
    json.writeNumberField("id", source.object());
    JsonText.bytes(json, "name", source.name());
    json.writeNumberField("lsn", source.lsn());
  }

  private static void change(JsonGenerator json, Lineage lineage, LineageChange change)
      throws IOException {
    LineageEdge edge = lineage.edges().get(change.edge());
    json.writeStringField("effect", lineage.effect(edge).key());
    json.writeStringField("cause", lineage.cause(edge).key());
    json.writeFieldName("extended");
    RecordJson.write(json, change.extended());
  }

  private static void query(JsonGenerator json, LineageQuery query) throws IOException {
    json.writeObjectFieldStart("query");
    json.writeStringField("direction", ReportText.lower(query.direction()));
    JsonText.lsn(json, "asOfLsn", query.asOfLsn());
    if (query.maxDepth() == LineageQuery.UNLIMITED) {
      json.writeNullField("maxDepth");
    } else {
      json.writeNumberField("maxDepth", query.maxDepth());
    }
    json.writeNumberField("maxNodes", query.maxNodes());
    json.writeBooleanField("dataOnly", query.dataOnly());
    json.writeBooleanField("code", query.includeCode());
    json.writeBooleanField("names", query.includeNames());
    JsonText.objects(json, "roots", query.roots(), JsonExporter::root);
    json.writeEndObject();
  }

  private static void root(JsonGenerator json, Root root) throws IOException {
    json.writeStringField("type", root.type() == NodeType.PROCESS ? "process" : "object");
    json.writeNumberField("id", root.id());
    JsonText.lsn(json, "lsn", root.lsn());
  }
}
