// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.query.api.LineageNode;
import org.colophon.query.naming.ContentVersions.Version;
import org.colophon.query.record.RecordJson;
import org.colophon.query.report.Details;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.History;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.text.JsonOutput;
import org.jspecify.annotations.Nullable;

/** Writes reports as JSON. Each method writes the fields of an object that its caller opened. */
final class ReportJson {
  private ReportJson() {}

  static void explanation(JsonGenerator json, Explanation explanation) throws IOException {
    JsonOutput.writeFormat(json, "why");
    json.writeBooleanField("found", explanation.isFound());
    JsonText.objects(json, "hops", explanation.hops(), ReportJson::hop);
    JsonText.summary(json, explanation.summary());
  }

  private static void hop(JsonGenerator json, Explanation.Hop hop) throws IOException {
    JsonText.object(json, "effect", hop.effect(), JsonText::node);
    JsonText.object(json, "cause", hop.cause(), JsonText::node);
    json.writeObjectFieldStart("edge");
    JsonText.edge(json, hop.edge(), hop.effect(), hop.cause());
    json.writeEndObject();
  }

  static void history(JsonGenerator json, History history) throws IOException {
    JsonOutput.writeFormat(json, "history");
    JsonText.bytes(json, "path", history.path());
    JsonText.objects(json, "bindings", history.bindings(), ReportJson::name);
    JsonText.objects(json, "events", history.events(), ReportJson::event);
    if (!history.changes().isEmpty()) {
      json.writeArrayFieldStart("changes");
      for (ExtendedRecord each : history.changes()) {
        RecordJson.write(json, each);
      }
      json.writeEndArray();
    }
  }

  private static void event(JsonGenerator json, History.Event event) throws IOException {
    json.writeStringField("kind", ReportText.lower(event.kind()));
    json.writeStringField("object", "object:" + event.object() + ".v" + event.version());
    if (event.process() == null) {
      json.writeNullField("process");
    } else {
      json.writeStringField("process", "process:" + event.process().id());
      JsonText.bytes(json, "executable", event.process().declaration().executable());
      JsonText.arguments(json, event.process().declaration());
    }
    json.writeNumberField("lsn", event.lsn());
    JsonText.lsn(json, "lastLsn", event.lastLsn());
    json.writeNumberField("count", event.count());
    json.writeNumberField("bytes", event.bytes());
    JsonText.bytes(json, "other", event.other());
    JsonText.time(json, "time", event.timeNanos());
    if (event.isUnrecordedMove()) {
      json.writeBooleanField("recorded", false);
      JsonText.time(json, "unmovedAt", event.unmovedNanos());
    }
    JsonText.digest(json, event.digest());
  }

  static void diff(JsonGenerator json, LineageDiff diff) throws IOException {
    JsonOutput.writeFormat(json, "diff");
    json.writeBooleanField("equal", diff.isEmpty());
    onlyIn(json, diff.onlyInFirst(), diff.onlyInSecond());
    JsonText.objects(json, "changed", diff.changed(), ReportJson::pair);
    json.writeArrayFieldStart("inputs");
    for (LineageNode input : differing(diff)) {
      json.writeString(input.key());
    }
    json.writeEndArray();
    JsonText.objects(json, "programs", diff.programs(), ReportJson::programs);
    JsonText.objects(json, "commands", diff.commands(), ReportJson::commands);
    JsonText.objects(json, "consequences", diff.consequences(), ReportJson::pair);
    json.writeNumberField("hiddenDifferences", diff.hidden());
    json.writeNumberField("sameName", diff.sameName());
    JsonText.object(json, "first", diff.first().summary(), JsonText::summary);
    JsonText.object(json, "second", diff.second().summary(), JsonText::summary);
  }

  /** Returns the inputs among the differing objects. */
  private static List<LineageNode> differing(LineageDiff diff) {
    return Stream.of(
            diff.onlyInFirst().stream(),
            diff.onlyInSecond().stream(),
            diff.changed().stream().map(LineageDiff.Pair::first))
        .flatMap(nodes -> nodes)
        .filter(diff.inputs()::contains)
        .toList();
  }

  private static void programs(JsonGenerator json, LineageDiff.Programs programs)
      throws IOException {
    JsonText.bytes(json, "executable", programs.executable());
    json.writeNumberField("first", programs.first());
    json.writeNumberField("second", programs.second());
  }

  private static void onlyIn(
      JsonGenerator json, List<LineageNode> onlyInFirst, List<LineageNode> onlyInSecond)
      throws IOException {
    JsonText.objects(json, "onlyInFirst", onlyInFirst, JsonText::node);
    JsonText.objects(json, "onlyInSecond", onlyInSecond, JsonText::node);
  }

  private static void pair(JsonGenerator json, LineageDiff.Pair pair) throws IOException {
    JsonText.object(json, "first", pair.first(), JsonText::node);
    JsonText.object(json, "second", pair.second(), JsonText::node);
  }

  private static void commands(JsonGenerator json, LineageDiff.Commands commands)
      throws IOException {
    JsonText.bytes(json, "executable", commands.executable());
    onlyIn(json, commands.onlyInFirst(), commands.onlyInSecond());
  }

  private static void name(JsonGenerator json, NameBinding name) throws IOException {
    JsonText.bytes(json, "path", name.path());
    json.writeNumberField("object", name.object());
    json.writeNumberField("fromLsn", name.fromLsn());
    JsonText.lsn(json, "toLsn", name.toLsn());
  }

  private static void timedName(JsonGenerator json, Details.Name name) throws IOException {
    name(json, name.binding());
    JsonText.time(json, "fromTime", name.fromNanos());
    JsonText.time(json, "toTime", name.toNanos());
  }

  static void details(JsonGenerator json, Details details) throws IOException {
    JsonOutput.writeFormat(json, "details");
    JsonText.object(json, "node", details.node(), JsonText::node);
    JsonText.objects(json, "names", details.names(), ReportJson::timedName);
    content(json, details.content());
    JsonText.objects(json, "cuts", details.cuts(), JsonText::cut);
    JsonText.objects(json, "accesses", details.accesses(), ReportJson::access);
    JsonText.objects(json, "links", details.links(), ReportJson::tie);
    JsonText.objects(json, "derivations", details.derivations(), ReportJson::tie);
    JsonText.objects(json, "extended", details.extended(), ReportJson::extended);
    json.writeBooleanField("incomplete", !details.gaps().isEmpty());
    JsonText.objects(json, "gaps", details.gaps(), JsonText::gap);
  }

  private static void content(JsonGenerator json, @Nullable Version content) throws IOException {
    if (content == null) {
      json.writeNullField("content");
      return;
    }
    json.writeObjectFieldStart("content");
    JsonText.kinds(json, content.digest());
    json.writeNumberField("size", content.digest().size());
    json.writeNumberField("lsn", content.lsn());
    json.writeEndObject();
  }

  private static void access(JsonGenerator json, Details.AccessSum sum) throws IOException {
    JsonText.object(json, "peer", sum.peer(), JsonText::node);
    json.writeStringField("mode", ReportText.lower(sum.mode()));
    json.writeNumberField("intervals", sum.intervals());
    json.writeNumberField("firstLsn", sum.firstLsn());
    JsonText.lsn(json, "lastLsn", sum.lastLsn());
    json.writeNumberField("count", sum.count());
    json.writeNumberField("bytes", sum.bytes());
    JsonText.time(json, "firstTime", sum.firstNanos());
    JsonText.time(json, "lastTime", sum.lastNanos());
  }

  private static void tie(JsonGenerator json, Details.Tie tie) throws IOException {
    JsonText.object(json, "peer", tie.peer(), JsonText::node);
    json.writeStringField("kind", ReportText.lower(tie.kind()));
    json.writeBooleanField("peerIsCause", tie.isCause());
    json.writeNumberField("lsn", tie.lsn());
    JsonText.time(json, "time", tie.timeNanos());
  }

  private static void extended(JsonGenerator json, ExtendedRecord record) throws IOException {
    json.writeNumberField("lsn", record.lsn());
    json.writeStringField("type", record.type());
    json.writeStringField(
        "dataBase64", Base64.getEncoder().encodeToString(record.data().toArray()));
  }
}
