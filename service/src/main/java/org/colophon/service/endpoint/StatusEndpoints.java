// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.state.KernelState;
import org.colophon.query.text.DisplayText;
import org.colophon.service.health.Health;
import org.colophon.service.http.Endpoint;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;

/** Endpoints for status, metrics, health and the API description. */
public record StatusEndpoints(
    Kernel kernel,
    Path store,
    Health health,
    ServiceMetrics metrics,
    List<ServicePart> parts,
    long startedNanos)
    implements ServicePart {
  private static final String OPEN_API = "/org/colophon/service/openapi.yaml";

  @Override
  public List<Route> routes() {
    return List.of(
        unlimited("/v1/status", Set.of("format"), this::status),
        unlimited("/v1/openapi.yaml", Set.of(), StatusEndpoints::openApi),
        unlimited("/metrics", Set.of(), this::metrics),
        new Route("GET", "/healthz", Set.of(), Route.Access.OPEN, this::alive),
        new Route("GET", "/readyz", Set.of(), Route.Access.OPEN, this::ready));
  }

  private static Route unlimited(String path, Set<String> parameters, Endpoint endpoint) {
    return new Route("GET", path, parameters, Route.Access.UNLIMITED, endpoint);
  }

  private void status(Exchange exchange) throws IOException {
    String format = exchange.parameters().text("format", "json");
    if (format.equals("json")) {
      exchange.json(200, json());
    } else if (format.equals("text")) {
      exchange.text(200, MediaTypes.TEXT, text());
    } else {
      throw ErrorCode.BAD_REQUEST.exception(
          "the format is json or text here, not '" + format + "'");
    }
  }

  private record StatusJson(
      String state,
      String trouble,
      List<String> warnings,
      String store,
      String storeId,
      String hostId,
      String hostName,
      long pid,
      long uptimeSeconds,
      long uptimeMillis,
      @JsonUnwrapped KernelStatus kernelFields,
      @JsonAnyGetter Map<String, Object> parts) {}

  private StatusJson json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    parts.forEach(each -> fields.putAll(each.status()));
    return new StatusJson(
        health.state().get(),
        health.trouble(),
        health.warnings(),
        store.toString(),
        StoreIdentity.format(kernel.storeId()),
        kernel.owner().id(),
        kernel.owner().name(),
        ProcessHandle.current().pid(),
        uptime().toSeconds(),
        uptime().toMillis(),
        kernel.status(),
        fields);
  }

  private Duration uptime() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  private String text() {
    StringBuilder out = new StringBuilder();
    line(out, "service", health.state().get() + " for " + uptime().toSeconds() + " s");
    if (!health.trouble().isEmpty()) {
      line(out, "trouble", health.trouble());
    }
    health.warnings().forEach(warning -> line(out, "warning", warning));
    line(out, "store", store.toString());
    parts.forEach(each -> each.describe((label, value) -> line(out, label, value)));
    return out.toString();
  }

  private static void line(StringBuilder out, String label, String value) {
    out.append(String.format(Locale.ROOT, "%-11s %s\n", label, DisplayText.text(value)));
  }

  private static void openApi(Exchange exchange) throws IOException {
    try (InputStream document = StatusEndpoints.class.getResourceAsStream(OPEN_API)) {
      exchange.write(200, "application/yaml", document::transferTo);
    }
  }

  private void metrics(Exchange exchange) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    metrics.write(text);
    exchange.text(200, ServiceMetrics.MEDIA_TYPE, text.toString(StandardCharsets.UTF_8));
  }

  /**
   * Reports whether the service is alive, that is, whether its kernel has not failed. A degraded
   * service is alive, because a restart would not repair its data.
   */
  private void alive(Exchange exchange) throws IOException {
    KernelStatus now = kernel.status();
    boolean isAlive = now.state() != KernelState.FAILED && health.trouble().isEmpty();
    String word = health.isDegraded() ? "degraded\n" : "alive\n";
    StringBuilder text = new StringBuilder(isAlive ? word : "failed\n");
    health
        .warnings()
        .forEach(
            warning -> text.append("warning: ").append(DisplayText.text(warning)).append('\n'));
    if (!isAlive) {
      String why = now.failure().isEmpty() ? health.trouble() : now.failure();
      text.append(DisplayText.text(why)).append('\n');
    }
    exchange.text(isAlive ? 200 : 503, MediaTypes.TEXT, text.toString());
  }

  /**
   * Reports whether the service is ready, that is, whether it records and its first adapter runs.
   */
  private void ready(Exchange exchange) throws IOException {
    KernelStatus now = kernel.status();
    boolean isReady =
        health.state().get().equals("running")
            && now.state() == KernelState.RUNNING
            && now.adapters().get(0).state() == AdapterState.RUNNING;
    exchange.text(isReady ? 200 : 503, "text/plain", isReady ? "ready\n" : "not ready\n");
  }
}
