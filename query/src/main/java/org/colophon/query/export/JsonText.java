// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.HostCoverage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageNode.Cut;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.format.CertifiedState;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** Functions that all JSON exports share. */
final class JsonText {
  private JsonText() {}

  /** Writes the fields of an object. */
  @FunctionalInterface
  interface Fields<T> {
    void write(JsonGenerator json, T value) throws IOException;
  }

  static <T> void objects(JsonGenerator json, String field, List<T> values, Fields<T> fields)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (T value : values) {
      json.writeStartObject();
      fields.write(json, value);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes a field with an object, or with null. */
  static <T> void object(JsonGenerator json, String field, @Nullable T value, Fields<T> fields)
      throws IOException {
    if (value == null) {
      json.writeNullField(field);
      return;
    }
    json.writeObjectFieldStart(field);
    fields.write(json, value);
    json.writeEndObject();
  }

  /**
   * Writes a text field. If the bytes are not UTF-8, also writes the exact bytes to a second field.
   */
  static void bytes(JsonGenerator json, String field, Bytes value) throws IOException {
    String text = value.toString();
    json.writeStringField(field, text);
    if (!Bytes.of(text).equals(value)) {
      json.writeStringField(field + "Base64", Base64.getEncoder().encodeToString(value.toArray()));
    }
  }

  static void strings(JsonGenerator json, String field, List<Bytes> values) throws IOException {
    json.writeArrayFieldStart(field);
    for (Bytes value : values) {
      json.writeString(value.toString());
    }
    json.writeEndArray();
  }

  static void lsn(JsonGenerator json, String field, long lsn) throws IOException {
    if (lsn == Lsn.OPEN) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, lsn);
    }
  }

  static void time(JsonGenerator json, String field, long nanos) throws IOException {
    json.writeStringField(field, nanos == 0 ? null : DisplayText.instant(nanos));
  }

  static void node(JsonGenerator json, LineageNode node) throws IOException {
    json.writeStringField("key", node.key());
    json.writeStringField("type", node.isProcess() ? "process" : "object");
    json.writeNumberField("id", node.id());
    if (!node.host().isEmpty()) {
      json.writeStringField("host", node.host());
    }
    bytes(json, "name", node.name());
    if (!node.formerName().isEmpty()) {
      bytes(json, "formerName", node.formerName());
    }
    json.writeNumberField("boundLsn", node.boundLsn());
    json.writeNumberField("depth", node.depth());
    json.writeNumberField("more", node.more());
    if (node.isProcess()) {
      process(json, node);
    } else {
      version(json, node);
    }
  }

  private static void process(JsonGenerator json, LineageNode node) throws IOException {
    ProcessInfo info = node.process();
    if (info != null) {
      json.writeNumberField("pid", info.declaration().pid());
      arguments(json, info.declaration());
      bytes(json, "directory", info.declaration().directory());
      time(json, "startTime", info.declaration().startNanos());
      time(json, "endTime", info.endNanos());
      lsn(json, "endLsn", info.endLsn());
      if (info.endLsn() == Lsn.OPEN || info.exitStatus() == ProcessInfo.REPLACED) {
        json.writeNullField("exitStatus");
      } else {
        json.writeNumberField("exitStatus", info.exitStatus());
      }
    }
    objects(json, "agents", node.agents(), JsonText::agent);
  }

  static void arguments(JsonGenerator json, ProcessDeclaration process) throws IOException {
    strings(json, "arguments", process.keptArguments());
    if (process.isCut()) {
      json.writeBooleanField("argumentsCut", true);
    }
  }

  private static void agent(JsonGenerator json, LineageNode.Agent agent) throws IOException {
    json.writeNumberField("id", agent.id());
    bytes(json, "name", agent.name());
  }

  private static void version(JsonGenerator json, LineageNode node) throws IOException {
    ObjectInfo info = node.object();
    json.writeNumberField("version", node.version());
    if (info != null) {
      json.writeStringField("kind", ReportText.lower(info.declaration().kind()));
      bytes(json, "label", info.declaration().label());
    }
    object(json, "start", node.start(), JsonText::cut);
    object(json, "end", node.end(), JsonText::cut);
    digest(json, node.digest());
  }

  /** Writes digests; nothing if they are unknown. */
  static void digest(JsonGenerator json, @Nullable FileDigest digest) throws IOException {
    if (digest != null) {
      json.writeObjectFieldStart("digest");
      kinds(json, digest);
      json.writeEndObject();
    }
  }

  /** Writes each known kind of digest of a content. */
  static void kinds(JsonGenerator json, FileDigest digest) throws IOException {
    json.writeStringField("sha256", digest.sha256());
    json.writeStringField("git", digest.git());
    if (digest.fsVerity() != null) {
      json.writeStringField("fsVerity", digest.fsVerity());
    }
  }

  static void cut(JsonGenerator json, Cut cut) throws IOException {
    json.writeNumberField("process", cut.process());
    json.writeNumberField("beginLsn", cut.beginLsn());
    json.writeNumberField("endLsn", cut.endLsn());
    time(json, "time", cut.timeNanos());
  }

  static void edge(JsonGenerator json, LineageEdge edge, LineageNode effect, LineageNode cause)
      throws IOException {
    json.writeStringField("effect", effect.key());
    json.writeStringField("cause", cause.key());
    json.writeStringField("kind", ReportText.lower(edge.kind()));
    json.writeStringField("relation", edge.kind().relation().provName());
    json.writeStringField("flow", ReportText.lower(edge.kind().flow()));
    json.writeNumberField("firstLsn", edge.firstLsn());
    lsn(json, "lastLsn", edge.lastLsn());
    json.writeNumberField("count", edge.count());
    json.writeNumberField("bytes", edge.bytes());
    time(json, "firstTime", edge.firstNanos());
    time(json, "lastTime", edge.lastNanos());
    if (edge.isAttempted()) {
      json.writeBooleanField("attempted", true);
    }
  }

  static void summary(JsonGenerator json, LineageSummary summary) throws IOException {
    json.writeObjectFieldStart("summary");
    json.writeNumberField("nodes", summary.nodes());
    json.writeNumberField("edges", summary.edges());
    json.writeNumberField("beyondDepth", summary.beyondDepth());
    json.writeNumberField("beyondCount", summary.beyondCount());
    json.writeNumberField("hidden", summary.hidden());
    json.writeNumberField("passed", summary.passed());
    json.writeNumberField("hiddenCode", summary.hiddenCode());
    json.writeBooleanField("incomplete", summary.isIncomplete());
    gaps(json, summary);
    HostCoverage hosts = summary.hosts();
    if (!hosts.cut().isEmpty() || !hosts.missing().isEmpty()) {
      json.writeObjectFieldStart("hosts");
      json.writeObjectFieldStart("cut");
      for (Map.Entry<String, Long> each : hosts.cut().entrySet()) {
        json.writeNumberField(each.getKey(), each.getValue());
      }
      json.writeEndObject();
      json.writeArrayFieldStart("missing");
      for (String each : hosts.missing()) {
        json.writeString(each);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Writes the certified part of the history; nothing if the history is not certified. */
  static void certified(JsonGenerator json, CertifiedState state) throws IOException {
    if (!state.isKnown()) {
      return;
    }
    json.writeObjectFieldStart("certified");
    json.writeNumberField("lsn", state.lsn());
    if (state.isWitnessed()) {
      json.writeNumberField("witnessedLsn", state.witnessedLsn());
      json.writeNumberField("cosigned", state.cosigned());
      json.writeNumberField("witnesses", state.witnesses());
    }
    json.writeEndObject();
  }

  /** Writes the losses, with the host's name if it is another host. */
  private static void gaps(JsonGenerator json, LineageSummary summary) throws IOException {
    if (!summary.hosts().isOfSeveral()) {
      objects(json, "gaps", summary.gaps(), JsonText::gap);
      return;
    }
    json.writeArrayFieldStart("gaps");
    for (Map.Entry<String, List<Gap>> each : summary.hosts().gaps().entrySet()) {
      for (Gap gap : each.getValue()) {
        json.writeStartObject();
        if (!each.getKey().isEmpty()) {
          json.writeStringField("host", each.getKey());
        }
        gap(json, gap);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  static void gap(JsonGenerator json, Gap gap) throws IOException {
    json.writeNumberField("lsn", gap.lsn());
    json.writeNumberField("process", gap.process());
    json.writeStringField("cause", ReportText.lower(gap.cause()));
    json.writeNumberField("count", gap.count());
    if (!gap.detail().isEmpty()) {
      json.writeStringField("detail", gap.detail());
    }
  }
}
