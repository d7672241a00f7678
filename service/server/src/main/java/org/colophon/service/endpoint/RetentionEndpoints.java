package org.colophon.service.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.retention.RetentionScheduler;

/** Endpoints that show the state of retention and start a pruning. */
public final class RetentionEndpoints {
  private final RetentionScheduler retention;
  private final JsonMapper mapper;

  public RetentionEndpoints(RetentionScheduler retention, JsonMapper mapper) {
    this.retention = retention;
    this.mapper = mapper;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.of("GET", "/v1/retention", List.of(), this::show),
        Route.of("POST", "/v1/retention", List.of(), this::prune));
  }

  private void show(Exchange exchange) throws IOException {
    exchange.json(200, retention.state().json());
  }

  private void prune(Exchange exchange) throws IOException {
    JsonNode body = exchange.jsonBody(mapper);
    JsonFields.refuseUnknown(
        body, "age", "size", "keepSnapshots", "keepMatching", "share", "adapter", "dryRun");
    exchange.control("prune", details(body));
    RetentionConfig asked = asked(body, retention.config());
    retention.start(asked, JsonFields.text(body, "adapter", null), JsonFields.flag(body, "dryRun"));
    exchange.json(202, retention.state().json());
  }

  private static Map<String, String> details(JsonNode body) {
    Map<String, String> details = new HashMap<>();
    for (String name : List.of("age", "size", "adapter", "dryRun")) {
      if (body.has(name)) {
        details.put(name, body.get(name).asText());
      }
    }
    return details;
  }

  /**
   * Merges the request with the configuration, which is used if the request sets no age or size.
   */
  private static RetentionConfig asked(JsonNode body, RetentionConfig configured) {
    boolean isOwn = body.has("age") || body.has("size");
    RetentionConfig base = isOwn ? RetentionConfig.KEEP_ALL : configured;
    return new RetentionConfig(
        body.has("age") ? Optional.of(age(JsonFields.text(body, "age", ""))) : base.age(),
        body.has("size") ? size(JsonFields.text(body, "size", "")) : base.sizeBytes(),
        texts(body, "keepSnapshots", base.keepSnapshots()),
        texts(body, "keepMatching", base.keepMatching()),
        configured.every(),
        share(body, configured.share()));
  }

  private static Duration age(String text) {
    Duration age = Quantities.duration(text);
    if (age == null) {
      throw JsonFields.bad("the field age is a duration such as 90d, not '" + text + "'");
    }
    return age;
  }

  private static long size(String text) {
    long bytes = Quantities.size(text);
    if (bytes < 0) {
      throw JsonFields.bad("the field size is a size such as 2GiB, not '" + text + "'");
    }
    return bytes;
  }

  private static double share(JsonNode body, double absent) {
    JsonNode value = body.get("share");
    if (value != null && !value.isNumber()) {
      throw JsonFields.bad("the field share is a number from 0 to 1");
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
      throw JsonFields.bad("the field " + name + " is a list of strings");
    }
    return texts;
  }
}
