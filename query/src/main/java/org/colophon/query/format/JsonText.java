package org.colophon.query.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageNode.Cut;
import org.colophon.query.api.LineageSummary;

/** The parts that JSON exports share. */
public final class JsonText {
  private JsonText() {}

  public static JsonGenerator generator(OutputStream out) throws IOException {
    return AsciiJson.generator(out);
  }

  /** The text; where the bytes are not UTF-8 the exact bytes too, in a field of their own. */
  public static void bytes(JsonGenerator json, String field, Bytes value) throws IOException {
    String text = value.toString();
    json.writeStringField(field, text);
    if (!Bytes.of(text).equals(value)) {
      json.writeStringField(field + "Base64", Base64.getEncoder().encodeToString(value.toArray()));
    }
  }

  public static void strings(JsonGenerator json, String field, List<Bytes> values)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (Bytes value : values) {
      json.writeString(value.toString());
    }
    json.writeEndArray();
  }

  /** An LSN; null while it is open. */
  public static void lsn(JsonGenerator json, String field, long lsn) throws IOException {
    if (lsn == Lsn.OPEN) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, lsn);
    }
  }

  /** An instant as ISO-8601; null if unknown. */
  public static void time(JsonGenerator json, String field, long nanos) throws IOException {
    if (nanos == 0) {
      json.writeNullField(field);
    } else {
      json.writeStringField(field, NodeText.instant(nanos).toString());
    }
  }

  public static void node(JsonGenerator json, LineageNode node) throws IOException {
    json.writeStartObject();
    json.writeStringField("key", Ids.of(node));
    json.writeStringField("type", node.isProcess() ? "process" : "object");
    json.writeNumberField("id", node.id());
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
      object(json, node);
    }
    json.writeEndObject();
  }

  private static void process(JsonGenerator json, LineageNode node) throws IOException {
    ProcessInfo info = node.process();
    if (info != null) {
      json.writeNumberField("pid", info.declaration().pid());
      strings(json, "arguments", info.declaration().arguments());
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
    json.writeArrayFieldStart("agents");
    for (LineageNode.Agent agent : node.agents()) {
      json.writeStartObject();
      json.writeNumberField("id", agent.id());
      bytes(json, "name", agent.name());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void object(JsonGenerator json, LineageNode node) throws IOException {
    ObjectInfo info = node.object();
    json.writeNumberField("version", node.version());
    if (info != null) {
      json.writeStringField("kind", info.declaration().kind().name().toLowerCase(Locale.ROOT));
      bytes(json, "label", info.declaration().label());
    }
    cut(json, "start", node.start());
    cut(json, "end", node.end());
  }

  private static void cut(JsonGenerator json, String field, Cut cut) throws IOException {
    if (cut == null) {
      json.writeNullField(field);
      return;
    }
    json.writeObjectFieldStart(field);
    cutFields(json, cut);
    json.writeEndObject();
  }

  public static void cutFields(JsonGenerator json, Cut cut) throws IOException {
    json.writeNumberField("process", cut.process());
    json.writeNumberField("beginLsn", cut.beginLsn());
    json.writeNumberField("endLsn", cut.endLsn());
    time(json, "time", cut.timeNanos());
  }

  public static void edge(
      JsonGenerator json, LineageEdge edge, LineageNode effect, LineageNode cause)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("effect", Ids.of(effect));
    json.writeStringField("cause", Ids.of(cause));
    json.writeStringField("kind", edge.kind().name().toLowerCase(Locale.ROOT));
    json.writeStringField("relation", edge.kind().relation().provName());
    json.writeStringField("flow", edge.kind().flow().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("firstLsn", edge.firstLsn());
    lsn(json, "lastLsn", edge.lastLsn());
    json.writeNumberField("count", edge.count());
    json.writeNumberField("bytes", edge.bytes());
    time(json, "firstTime", edge.firstNanos());
    time(json, "lastTime", edge.lastNanos());
    if (edge.isAttempted()) {
      json.writeBooleanField("attempted", true);
    }
    json.writeEndObject();
  }

  public static void summary(JsonGenerator json, LineageSummary summary) throws IOException {
    json.writeObjectFieldStart("summary");
    json.writeNumberField("nodes", summary.nodes());
    json.writeNumberField("edges", summary.edges());
    json.writeNumberField("beyondDepth", summary.beyondDepth());
    json.writeNumberField("beyondCount", summary.beyondCount());
    json.writeNumberField("hidden", summary.hidden());
    json.writeNumberField("hiddenCode", summary.hiddenCode());
    json.writeBooleanField("incomplete", summary.isIncomplete());
    gaps(json, summary.gaps());
    json.writeEndObject();
  }

  public static void gaps(JsonGenerator json, List<Gap> gaps) throws IOException {
    json.writeArrayFieldStart("gaps");
    for (Gap gap : gaps) {
      json.writeStartObject();
      json.writeNumberField("lsn", gap.lsn());
      json.writeNumberField("process", gap.process());
      json.writeStringField("cause", gap.cause().name().toLowerCase(Locale.ROOT));
      json.writeNumberField("count", gap.count());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
