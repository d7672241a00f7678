// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.DeclaredOptions;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.part.ServicePart;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.reporter.ReporterStatus;
import org.colophon.service.reporter.RunState;
import org.jspecify.annotations.Nullable;

/** Endpoints that list, attach and detach reporters, and that list adapters. */
public record ReporterEndpoints(
    Kernel kernel, ReporterManager reporters, List<AdapterSpec> adapters) implements ServicePart {
  @Override
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

  private record AttachBody(
      String id,
      String reporter,
      Map<String, Object> options,
      boolean keepAll,
      OverloadPolicy onOverload,
      List<String> include,
      List<String> exclude,
      boolean restart) {
    Map<String, String> optionTexts() {
      Map<String, String> texts = new LinkedHashMap<>();
      (options == null ? Map.<String, Object>of() : options)
          .forEach(
              (name, value) -> {
                if (value instanceof Map || value instanceof List) {
                  throw ErrorCode.BAD_REQUEST.exception(
                      "the option " + name + " is one value, not a list or an object");
                }
                texts.put(name, value.toString());
              });
      return texts;
    }
  }

  private void attach(Exchange exchange) throws IOException {
    AttachBody body = exchange.jsonBody(AttachBody.class);
    String name = body.reporter();
    if (name == null || name.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the field reporter is missing: see GET /v1/reporters/available");
    }
    Map<String, String> options = body.optionTexts();
    audit(exchange, name, body.id() == null ? "" : body.id(), options);
    OverloadPolicy policy = body.onOverload() == null ? OverloadPolicy.BLOCK : body.onOverload();
    ReporterStatus attached =
        reporters.attach(
            new ReporterSpec(
                body.id(),
                name,
                options,
                body.keepAll(),
                policy,
                body.include(),
                body.exclude(),
                body.restart()));
    audit(exchange, name, attached.id(), options);
    exchange.json(201, attached);
  }

  private static void audit(
      Exchange exchange, String name, String id, Map<String, String> options) {
    String names = String.join(" ", options.keySet());
    exchange.control("attach", Map.of("reporter", name, "id", id, "options", names));
  }

  private void detach(Exchange exchange) throws IOException {
    long waitMillis = exchange.limits().requestTime().toMillis() / 2;
    exchange.control("detach", Map.of("id", exchange.pathPart("id")));
    ReporterStatus last = reporters.detach(exchange.pathPart("id"), waitMillis);
    exchange.json(last.state() == RunState.DRAINING ? 202 : 200, last);
  }

  private record Adapter(
      String name,
      String engine,
      double share,
      Map<String, String> options,
      @Nullable AdapterStatus status) {}

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
