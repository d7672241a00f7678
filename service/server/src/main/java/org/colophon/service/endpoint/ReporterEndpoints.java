package org.colophon.service.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.DeclaredOptions;
import org.colophon.service.config.SecretNames;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.reporter.AttachRequest;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.reporter.ReporterState;
import org.colophon.service.reporter.ReporterStatus;
import org.colophon.service.tail.StatusJson;

/** Reporters and adapters: what there is, what runs, attach and detach. */
public final class ReporterEndpoints {
  private final Kernel kernel;
  private final ReporterManager reporters;
  private final List<AdapterSpec> adapters;
  private final JsonMapper mapper;

  public ReporterEndpoints(
      Kernel kernel, ReporterManager reporters, List<AdapterSpec> adapters, JsonMapper mapper) {
    this.kernel = kernel;
    this.reporters = reporters;
    this.adapters = adapters;
    this.mapper = mapper;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.of("GET", "/v1/reporters", List.of(), this::list),
        Route.of("GET", "/v1/reporters/available", List.of(), this::available),
        Route.of("POST", "/v1/reporters", List.of(), this::attach),
        Route.of("DELETE", "/v1/reporters/{id}", List.of(), this::detach),
        Route.of("GET", "/v1/adapters", List.of(), this::adapters));
  }

  private void list(Exchange exchange) throws IOException {
    List<ReporterStatus> all = reporters.list();
    exchange.found(!all.isEmpty());
    exchange.json(
        200,
        json -> {
          json.writeStartArray();
          for (ReporterStatus each : all) {
            write(json, each);
          }
          json.writeEndArray();
        });
  }

  /** Writes a reporter as an object. */
  static void write(JsonGenerator json, ReporterStatus reporter) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", reporter.id());
    json.writeStringField("reporter", reporter.name());
    json.writeStringField("state", reporter.state().name().toLowerCase(Locale.ROOT));
    json.writeStringField("reason", reporter.reason());
    options(json, reporter.options());
    json.writeBooleanField("keepAll", reporter.keepAll());
    json.writeStringField("onOverload", reporter.onOverload());
    json.writeBooleanField("restart", reporter.restart());
    json.writeStringField("started", Instant.ofEpochMilli(reporter.startedMillis()).toString());
    json.writeNumberField("operations", reporter.operations());
    json.writeNumberField("refused", reporter.refused());
    json.writeNumberField("lastLsn", reporter.lastLsn());
    json.writeObjectFieldStart("counters");
    for (Map.Entry<String, Long> each : reporter.counters().entrySet()) {
      json.writeNumberField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Writes options in which nothing is secret any more. */
  private static void options(JsonGenerator json, Map<String, String> options) throws IOException {
    json.writeObjectFieldStart("options");
    for (Map.Entry<String, String> each : options.entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  private void available(Exchange exchange) throws IOException {
    exchange.json(
        200,
        json -> {
          json.writeStartArray();
          for (Plugin plugin : reporters.available()) {
            write(json, plugin);
          }
          json.writeEndArray();
        });
  }

  private static void write(JsonGenerator json, Plugin plugin) throws IOException {
    json.writeStartObject();
    json.writeStringField("reporter", plugin.name());
    json.writeStringField("description", plugin.description());
    json.writeArrayFieldStart("options");
    for (PluginOption option : plugin.options()) {
      json.writeStartObject();
      json.writeStringField("name", option.name());
      json.writeStringField("description", option.description());
      json.writeStringField("default", option.defaultValue());
      json.writeStringField("kind", option.kind().name().toLowerCase(Locale.ROOT));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void attach(Exchange exchange) throws IOException {
    JsonNode body = exchange.jsonBody(mapper);
    JsonFields.refuseUnknown(body, "id", "reporter", "options", "keepAll", "onOverload", "restart");
    String name = JsonFields.text(body, "reporter", "");
    if (name.isEmpty()) {
      throw JsonFields.bad("the field reporter is missing: see GET /v1/reporters/available");
    }
    String options = String.join(" ", JsonFields.options(body, "options").keySet());
    String id = JsonFields.text(body, "id", "");
    exchange.control("attach", Map.of("reporter", name, "id", id, "options", options));
    ReporterStatus attached =
        reporters.attach(
            new AttachRequest(
                JsonFields.text(body, "id", null),
                name,
                JsonFields.options(body, "options"),
                JsonFields.flag(body, "keepAll"),
                policy(JsonFields.text(body, "onOverload", "block")),
                JsonFields.flag(body, "restart")));
    exchange.control("attach", Map.of("reporter", name, "id", attached.id(), "options", options));
    exchange.json(201, json -> write(json, attached));
  }

  private static OverloadPolicy policy(String word) {
    return switch (word) {
      case "block" -> OverloadPolicy.BLOCK;
      case "drop" -> OverloadPolicy.DROP;
      default -> throw JsonFields.bad("the field onOverload is block or drop, not '" + word + "'");
    };
  }

  private void detach(Exchange exchange) throws IOException {
    long patience = exchange.limits().requestTime().toMillis() / 2;
    exchange.control("detach", Map.of("id", exchange.pathPart("id")));
    ReporterStatus last = reporters.detach(exchange.pathPart("id"), patience);
    boolean isOver = last.state() != ReporterState.DRAINING;
    exchange.json(isOver ? 200 : 202, json -> write(json, last));
  }

  private void adapters(Exchange exchange) throws IOException {
    List<AdapterStatus> now = kernel.status().adapters();
    exchange.json(
        200,
        json -> {
          json.writeStartArray();
          for (AdapterSpec spec : adapters) {
            json.writeStartObject();
            json.writeStringField("name", spec.name());
            json.writeStringField("engine", spec.engine());
            json.writeNumberField("share", spec.share());
            options(
                json, SecretNames.mask(spec.options(), DeclaredOptions.ofEngine(spec.engine())));
            json.writeFieldName("status");
            writeStatus(json, spec.name(), now);
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static void writeStatus(JsonGenerator json, String name, List<AdapterStatus> all)
      throws IOException {
    for (AdapterStatus each : all) {
      if (each.name().equals(name)) {
        StatusJson.adapter(json, each);
        return;
      }
    }
    json.writeNull();
  }
}
