package org.colophon.service.endpoint;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.feed.ArchiveStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.state.KernelState;
import org.colophon.history.copy.HistoryCopy;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.DisplayText;
import org.colophon.service.endpoint.IngestEndpoints.SourceLine;
import org.colophon.service.health.Health;
import org.colophon.service.http.Endpoint;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.reporter.ReporterStatus;
import org.colophon.service.retention.RetentionScheduler;
import org.colophon.service.source.Sources;
import org.colophon.service.tail.TailHub;

/** Endpoints for status, metrics, health and the API description. */
public record StatusEndpoints(
    Kernel kernel,
    ReporterManager reporters,
    Sources sources,
    ServiceMetrics metrics,
    TailHub tails,
    RetentionScheduler retention,
    Path store,
    Health health,
    List<HistoryCopy> copies,
    long startedNanos) {
  private static final String OPEN_API = "/org/colophon/service/openapi.yaml";

  public List<Route> routes() {
    return List.of(
        unlimited("/v1/status", Set.of("format"), this::status),
        unlimited("/v1/tail", Set.of("operations"), this::tail),
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
    KernelStatus now = kernel.status();
    List<ReporterStatus> all = reporters.list();
    if (format.equals("json")) {
      exchange.json(200, json(now, all));
    } else if (format.equals("text")) {
      exchange.text(200, MediaTypes.TEXT, text(now, all));
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
      List<ReporterStatus> reporters,
      List<SourceLine> sources,
      Map<String, Object> retention,
      Map<String, Long> feedReaders,
      @JsonInclude(JsonInclude.Include.NON_NULL) ArchiveStatus archive,
      @JsonAnyGetter Map<String, Object> copies) {}

  private StatusJson json(KernelStatus now, List<ReporterStatus> all) {
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
        now,
        all,
        IngestEndpoints.lines(sources),
        retention.state().json(),
        kernel.feeds().readers(),
        kernel.feeds().archiveStatus().orElse(null),
        copies.stream().collect(Collectors.toMap(HistoryCopy::key, HistoryCopy::status)));
  }

  private Duration uptime() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  private String text(KernelStatus now, List<ReporterStatus> all) {
    StringBuilder out = new StringBuilder();
    line(out, "service", health.state().get() + " for " + uptime().toSeconds() + " s");
    if (!health.trouble().isEmpty()) {
      line(out, "trouble", health.trouble());
    }
    health.warnings().forEach(warning -> line(out, "warning", warning));
    line(out, "store", store.toString());
    line(
        out,
        "kernel",
        AnswerJson.word(now.state()) + (now.failure().isEmpty() ? "" : ": " + now.failure()));
    line(
        out,
        "operations",
        format(
            "%,d reported = %,d filtered + %,d refused + %,d dropped + %,d accepted",
            now.reported(), now.filtered(), now.refused(), now.dropped(), now.accepted()));
    line(
        out,
        "",
        format(
            "%,d accepted = %,d queued + %,d failed + %,d suppressed + %,d journaled",
            now.accepted(), now.queued(), now.failed(), now.suppressed(), now.journaled()));
    line(out, "last LSN", now.lastLsn() + ", on disk up to " + now.durableLsn());
    line(out, "journal", format("%,d bytes", now.journalBytes()));
    line(out, "retention", retention.state().text());
    copies.forEach(each -> each.lines().forEach(value -> line(out, each.key(), value)));
    kernel
        .feeds()
        .readers()
        .forEach((name, lsn) -> line(out, "feed", name + " has everything up to LSN " + lsn));
    kernel
        .feeds()
        .archiveStatus()
        .ifPresent(
            each -> line(out, "archive", each.directory() + ", up to LSN " + each.lastLsn()));
    now.adapters().forEach(each -> line(out, "adapter", describe(each)));
    all.forEach(each -> line(out, "reporter", describe(each)));
    sources.all().forEach((name, last) -> line(out, "source", name + ", left at line " + last));
    return out.toString();
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append(format("%-11s %s\n", name, DisplayText.text(value)));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static String describe(AdapterStatus adapter) {
    String failure = adapter.failure().isEmpty() ? "" : ": " + adapter.failure();
    return format(
        "%s %s, %,d stored%s, %,d behind%s",
        adapter.name(),
        AnswerJson.word(adapter.state()),
        adapter.storedOperations(),
        adapter.lostOperations() == 0 ? "" : format(", %,d lost", adapter.lostOperations()),
        adapter.lagOperations(),
        failure);
  }

  private static String describe(ReporterStatus reporter) {
    String reason = reporter.reason().isEmpty() ? "" : ": " + reporter.reason();
    String counters =
        reporter.counters().isEmpty() ? "" : " " + reporter.counters().toString().replace('=', ' ');
    return format(
        "%s %s%s, %,d operations, %,d refused%s%s",
        reporter.id(),
        AnswerJson.word(reporter.state()),
        tracing(reporter.counters().get("tracesPrograms")),
        reporter.operations(),
        reporter.refused(),
        counters,
        reason);
  }

  /** Returns whether a mount traces its programs, by its counter; empty for other reporters. */
  private static String tracing(Long traces) {
    if (traces == null) {
      return "";
    }
    return traces > 0 ? ", traces its programs" : ", programs untraced";
  }

  private void tail(Exchange exchange) {
    tails.open(exchange, exchange.parameters().flag("operations"));
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
