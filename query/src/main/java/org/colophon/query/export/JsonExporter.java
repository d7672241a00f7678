package org.colophon.query.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.Ids;
import org.colophon.query.format.JsonText;
import org.colophon.query.format.LineageExporter;
import org.colophon.query.record.RecordJson;

/** One JSON object, stable for programs; docs/lineage.schema.json is its schema. */
final class JsonExporter implements LineageExporter {
  private static final int FORMAT_VERSION = 1;

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String description() {
    return "JSON for programs, of a stable schema";
  }

  @Override
  public String mediaType() {
    return "application/json";
  }

  @Override
  public boolean tellsWhatIsLeftOut() {
    return true;
  }

  @Override
  public void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    try (JsonGenerator json = JsonText.generator(out)) {
      json.writeStartObject();
      json.writeStringField("format", "colophon-lineage");
      json.writeNumberField("version", FORMAT_VERSION);
      query(json, lineage.query());
      json.writeArrayFieldStart("nodes");
      for (LineageNode node : lineage.nodes()) {
        JsonText.node(json, node);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("edges");
      for (LineageEdge edge : lineage.edges()) {
        JsonText.edge(json, edge, lineage.effect(edge), lineage.cause(edge));
      }
      json.writeEndArray();
      changes(json, lineage);
      JsonText.summary(json, lineage.summary());
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void changes(JsonGenerator json, Lineage lineage) throws IOException {
    if (!lineage.query().includeChanges()) {
      return;
    }
    json.writeArrayFieldStart("changes");
    for (LineageChange change : lineage.changes()) {
      LineageEdge edge = lineage.edges().get(change.edge());
      json.writeStartObject();
      json.writeStringField("effect", Ids.of(lineage.effect(edge)));
      json.writeStringField("cause", Ids.of(lineage.cause(edge)));
      json.writeFieldName("extended");
      RecordJson.write(json, change.extended());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void query(JsonGenerator json, LineageQuery query) throws IOException {
    json.writeObjectFieldStart("query");
    json.writeStringField("direction", query.direction().name().toLowerCase(Locale.ROOT));
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
    json.writeArrayFieldStart("roots");
    for (Root root : query.roots()) {
      json.writeStartObject();
      json.writeStringField("type", root.type() == NodeType.PROCESS ? "process" : "object");
      json.writeNumberField("id", root.id());
      JsonText.lsn(json, "lsn", root.lsn());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
