package org.colophon.service.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.retention.PruneJson;
import org.colophon.service.retention.Retainer;
import org.colophon.service.retention.RetentionState;

/** Letting go of what may go: now, with progress, and what the last time came to. */
public final class RetentionEndpoints {
  private final Retainer retainer;
  private final JsonMapper mapper;

  public RetentionEndpoints(Retainer retainer, JsonMapper mapper) {
    this.retainer = retainer;
    this.mapper = mapper;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.of("GET", "/v1/retention", List.of(), this::show),
        Route.of("POST", "/v1/retention", List.of(), this::prune));
  }

  private void show(Exchange exchange) throws IOException {
    exchange.json(200, json -> write(json, retainer.state()));
  }

  private void prune(Exchange exchange) throws IOException {
    JsonNode body = exchange.jsonBody(mapper);
    Bodies.refuseUnknown(
        body, "age", "size", "keepSnapshots", "keepMatching", "share", "adapter", "dryRun");
    RetentionConfig asked = asked(body, retainer.config());
    retainer.start(asked, Bodies.text(body, "adapter", null), Bodies.flag(body, "dryRun"));
    exchange.json(202, json -> write(json, retainer.state()));
  }

  /** What is configured, unless the request says what may go. */
  private static RetentionConfig asked(JsonNode body, RetentionConfig configured) {
    boolean isOwn = body.has("age") || body.has("size");
    RetentionConfig base = isOwn ? RetentionConfig.KEEP_ALL : configured;
    return new RetentionConfig(
        body.has("age") ? Optional.of(age(Bodies.text(body, "age", ""))) : base.age(),
        body.has("size") ? size(Bodies.text(body, "size", "")) : base.sizeBytes(),
        texts(body, "keepSnapshots", base.keepSnapshots()),
        texts(body, "keepMatching", base.keepMatching()),
        configured.every(),
        share(body, configured.share()));
  }

  private static Duration age(String text) {
    Duration age = Quantities.duration(text);
    if (age == null) {
      throw Bodies.bad("the field age is a duration such as 90d, not '" + text + "'");
    }
    return age;
  }

  private static long size(String text) {
    long bytes = Quantities.size(text);
    if (bytes < 0) {
      throw Bodies.bad("the field size is a size such as 2GiB, not '" + text + "'");
    }
    return bytes;
  }

  private static double share(JsonNode body, double absent) {
    JsonNode value = body.get("share");
    if (value != null && !value.isNumber()) {
      throw Bodies.bad("the field share is a number from 0 to 1");
    }
    return value == null ? absent : value.doubleValue();
  }

  private static List<String> texts(JsonNode body, String name, List<String> absent) {
    JsonNode value = body.get(name);
    if (value == null) {
      return absent;
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode each : value) {
      if (each.isTextual()) {
        texts.add(each.textValue());
      }
    }
    if (!value.isArray() || texts.size() != value.size()) {
      throw Bodies.bad("the field " + name + " is a list of strings");
    }
    return texts;
  }

  private static void write(JsonGenerator json, RetentionState state) throws IOException {
    json.writeStartObject();
    json.writeStringField("adapter", state.progress().map(PruneProgress::adapter).orElse(""));
    json.writeStringField("state", state.progress().map(RetentionEndpoints::word).orElse("idle"));
    json.writeNumberField("recordsWritten", state.progress().map(PruneProgress::done).orElse(0L));
    json.writeNumberField("recordsToWrite", state.progress().map(PruneProgress::total).orElse(0L));
    json.writeNumberField("run", state.run());
    json.writeStringField("failure", state.failure());
    if (state.lastMillis() != 0) {
      json.writeStringField("ended", Instant.ofEpochMilli(state.lastMillis()).toString());
    }
    if (state.last() != null) {
      write(json, state.last());
    }
    json.writeEndObject();
  }

  /** What the primary came to is under {@code last}, as when there was no other. */
  private static void write(JsonGenerator json, PruneOutcome last) throws IOException {
    json.writeFieldName("last");
    PruneJson.write(json, last.first());
    json.writeArrayFieldStart("others");
    for (PruneReport each : last.reports().subList(1, last.reports().size())) {
      PruneJson.write(json, each);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("left");
    for (Map.Entry<String, String> each : last.left().entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  private static String word(PruneProgress progress) {
    return progress.stage().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
