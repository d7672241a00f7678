package org.colophon.service.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.core.plugin.PluginOption;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.DeclaredOptions;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.reporter.AttachRequest;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.reporter.ReporterState;
import org.colophon.service.reporter.ReporterStatus;

/** Endpoints that list, attach and detach reporters, and list adapters. */
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
    exchange.json(200, all);
  }

  private record Available(String reporter, String description, List<PluginOption> options) {}

  private void available(Exchange exchange) throws IOException {
    exchange.json(
        200,
        reporters.available().stream()
            .map(each -> new Available(each.name(), each.description(), each.options()))
            .toList());
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
    exchange.json(201, attached);
  }

  private static OverloadPolicy policy(String word) {
    return switch (word) {
      case "block" -> OverloadPolicy.BLOCK;
      case "drop" -> OverloadPolicy.DROP;
      default -> throw JsonFields.bad("the field onOverload is block or drop, not '" + word + "'");
    };
  }

  private void detach(Exchange exchange) throws IOException {
    long waitMillis = exchange.limits().requestTime().toMillis() / 2;
    exchange.control("detach", Map.of("id", exchange.pathPart("id")));
    ReporterStatus last = reporters.detach(exchange.pathPart("id"), waitMillis);
    exchange.json(last.state() == ReporterState.DRAINING ? 202 : 200, last);
  }

  private record Adapter(
      String name,
      String engine,
      double share,
      Map<String, String> options,
      AdapterStatus status) {}

  private void adapters(Exchange exchange) throws IOException {
    List<AdapterStatus> now = kernel.status().adapters();
    exchange.json(200, adapters.stream().map(each -> adapter(each, now)).toList());
  }

  private static Adapter adapter(AdapterSpec spec, List<AdapterStatus> now) {
    return new Adapter(
        spec.name(),
        spec.engine(),
        spec.share(),
        DeclaredOptions.mask(spec.options(), DeclaredOptions.ofEngine(spec.engine())),
        now.stream().filter(each -> each.name().equals(spec.name())).findFirst().orElse(null));
  }
}
