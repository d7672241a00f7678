package org.colophon.query.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.JsonText;
import org.colophon.query.record.RecordJson;
import org.colophon.query.report.Details;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.History;
import org.colophon.query.report.LineageDiff;

/** Reports as JSON: each method fills an object that its caller began. */
final class ReportJson {
  private static final int FORMAT_VERSION = 1;

  private ReportJson() {}

  private static void begin(JsonGenerator json, String format) throws IOException {
    json.writeStringField("format", "colophon-" + format);
    json.writeNumberField("version", FORMAT_VERSION);
  }

  static void explanation(JsonGenerator json, Explanation explanation) throws IOException {
    begin(json, "why");
    json.writeBooleanField("found", explanation.isFound());
    json.writeArrayFieldStart("hops");
    for (Explanation.Hop hop : explanation.hops()) {
      json.writeStartObject();
      json.writeFieldName("effect");
      JsonText.node(json, hop.effect());
      json.writeFieldName("cause");
      JsonText.node(json, hop.cause());
      json.writeFieldName("edge");
      JsonText.edge(json, hop.edge(), hop.effect(), hop.cause());
      json.writeEndObject();
    }
    json.writeEndArray();
    JsonText.summary(json, explanation.summary());
  }

  static void history(JsonGenerator json, History history) throws IOException {
    begin(json, "history");
    JsonText.bytes(json, "path", history.path());
    names(json, "bindings", history.bindings());
    json.writeArrayFieldStart("events");
    for (History.Event event : history.events()) {
      event(json, event);
    }
    json.writeEndArray();
    if (!history.changes().isEmpty()) {
      json.writeArrayFieldStart("changes");
      for (ExtendedRecord each : history.changes()) {
        RecordJson.write(json, each);
      }
      json.writeEndArray();
    }
  }

  private static void event(JsonGenerator json, History.Event event) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", ReportText.lower(event.kind()));
    json.writeStringField("object", "object:" + event.object() + ".v" + event.version());
    if (event.process() == null) {
      json.writeNullField("process");
    } else {
      json.writeStringField("process", "process:" + event.process().id());
      JsonText.bytes(json, "executable", event.process().declaration().executable());
      JsonText.strings(json, "arguments", event.process().declaration().arguments());
    }
    json.writeNumberField("lsn", event.lsn());
    JsonText.lsn(json, "lastLsn", event.lastLsn());
    json.writeNumberField("count", event.count());
    json.writeNumberField("bytes", event.bytes());
    JsonText.bytes(json, "other", event.other());
    JsonText.time(json, "time", event.timeNanos());
    json.writeEndObject();
  }

  static void diff(JsonGenerator json, LineageDiff diff) throws IOException {
    begin(json, "diff");
    json.writeBooleanField("equal", diff.isEmpty());
    nodes(json, "onlyInFirst", diff.onlyInFirst());
    nodes(json, "onlyInSecond", diff.onlyInSecond());
    json.writeArrayFieldStart("changed");
    for (LineageDiff.Pair pair : diff.changed()) {
      json.writeStartObject();
      json.writeFieldName("first");
      JsonText.node(json, pair.first());
      json.writeFieldName("second");
      JsonText.node(json, pair.second());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("commands");
    for (LineageDiff.Commands commands : diff.commands()) {
      json.writeStartObject();
      JsonText.bytes(json, "executable", commands.executable());
      nodes(json, "onlyInFirst", commands.onlyInFirst());
      nodes(json, "onlyInSecond", commands.onlyInSecond());
      json.writeEndObject();
    }
    json.writeEndArray();
    summary(json, "first", diff.first());
    summary(json, "second", diff.second());
  }

  private static void summary(JsonGenerator json, String field, Lineage lineage)
      throws IOException {
    json.writeObjectFieldStart(field);
    JsonText.summary(json, lineage.summary());
    json.writeEndObject();
  }

  private static void nodes(JsonGenerator json, String field, List<LineageNode> nodes)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (LineageNode node : nodes) {
      JsonText.node(json, node);
    }
    json.writeEndArray();
  }

  private static void names(JsonGenerator json, String field, List<NameBinding> names)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (NameBinding name : names) {
      json.writeStartObject();
      JsonText.bytes(json, "path", name.path());
      json.writeNumberField("object", name.object());
      json.writeNumberField("fromLsn", name.fromLsn());
      JsonText.lsn(json, "toLsn", name.toLsn());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static void details(JsonGenerator json, Details details) throws IOException {
    begin(json, "details");
    json.writeFieldName("node");
    JsonText.node(json, details.node());
    names(json, "names", details.names());
    json.writeArrayFieldStart("cuts");
    for (LineageNode.Cut cut : details.cuts()) {
      json.writeStartObject();
      JsonText.cutFields(json, cut);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("accesses");
    for (Details.AccessSum sum : details.accesses()) {
      access(json, sum);
    }
    json.writeEndArray();
    ties(json, "links", details.links());
    ties(json, "derivations", details.derivations());
    extended(json, details.extended());
    JsonText.gaps(json, details.gaps());
  }

  private static void access(JsonGenerator json, Details.AccessSum sum) throws IOException {
    json.writeStartObject();
    json.writeFieldName("peer");
    JsonText.node(json, sum.peer());
    json.writeStringField("mode", ReportText.lower(sum.mode()));
    json.writeNumberField("intervals", sum.intervals());
    json.writeNumberField("firstLsn", sum.firstLsn());
    JsonText.lsn(json, "lastLsn", sum.lastLsn());
    json.writeNumberField("count", sum.count());
    json.writeNumberField("bytes", sum.bytes());
    JsonText.time(json, "firstTime", sum.firstNanos());
    JsonText.time(json, "lastTime", sum.lastNanos());
    json.writeEndObject();
  }

  private static void ties(JsonGenerator json, String field, List<Details.Tie> ties)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (Details.Tie tie : ties) {
      json.writeStartObject();
      json.writeFieldName("peer");
      JsonText.node(json, tie.peer());
      json.writeStringField("kind", ReportText.lower(tie.kind()));
      json.writeBooleanField("peerIsCause", tie.isCause());
      json.writeNumberField("lsn", tie.lsn());
      JsonText.time(json, "time", tie.timeNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void extended(JsonGenerator json, List<ExtendedRecord> records)
      throws IOException {
    json.writeArrayFieldStart("extended");
    for (ExtendedRecord record : records) {
      json.writeStartObject();
      json.writeNumberField("lsn", record.lsn());
      json.writeStringField("type", record.type());
      json.writeStringField(
          "dataBase64", Base64.getEncoder().encodeToString(record.data().toArray()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
