// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.EventTranslator;
import org.colophon.query.parameter.Parameters;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.ingest.IngestResult;
import org.colophon.service.ingest.Ingester;
import org.colophon.service.source.SourceAnswer;
import org.colophon.service.source.Sources;
import org.colophon.service.source.Sources.SourceLine;

/** Endpoints for operations that other programs report, in single requests or as numbered lines. */
public record IngestEndpoints(Ingester ingester, Sources sources) {
  private static final int MAX_SESSION = 200;
  private static final long MAX_EVENT_BYTES = 16 << 20;

  public List<Route> routes() {
    return List.of(
        Route.ingest(
            "POST",
            "/v1/operations",
            List.of("keep-all", "include", "exclude", "ids"),
            this::operations),
        Route.ingest("POST", "/api/v1/lineage", List.of(), this::openLineage),
        Route.ingest("GET", "/v1/sources", List.of(), this::list),
        Route.ingest("GET", "/v1/sources/{source}", List.of(), this::one),
        Route.ingest("DELETE", "/v1/sources/{source}", List.of(), this::forget),
        Route.ingest(
            "POST",
            "/v1/sources/{source}/operations",
            List.of("first", "session", "keep-all", "include", "exclude"),
            this::numbered));
  }

  private static SinkOptions options(Parameters given) {
    return new SinkOptions(
        given.flag("keep-all"),
        OverloadPolicy.BLOCK,
        CaptureRules.of(given.all("include"), given.all("exclude")));
  }

  private void operations(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    IngestResult result =
        ingester.ingest(exchange.body(exchange.limits().ingestBytes()), options(given));
    exchange.json(200, given.flag("ids") ? result : result.withoutIds());
  }

  /** Accepts an event at the path that clients of OpenLineage have by default. */
  private void openLineage(Exchange exchange) throws IOException {
    EventTranslator translator = new PluginLoader<>(EventTranslator.class).get("openlineage");
    long limit = Math.min(MAX_EVENT_BYTES, exchange.limits().ingestBytes());
    ingester.translate(Bytes.copyOf(exchange.body(limit).readAllBytes()), translator);
    exchange.json(201, Map.of());
  }

  private void list(Exchange exchange) throws IOException {
    List<SourceLine> all = sources.lines();
    exchange.found(!all.isEmpty());
    exchange.json(200, all);
  }

  private void one(Exchange exchange) throws IOException {
    String source = exchange.pathPart("source");
    exchange.json(200, new SourceLine(source, sources.acknowledged(source)));
  }

  private void forget(Exchange exchange) throws IOException {
    String source = exchange.pathPart("source");
    sources.forget(source);
    exchange.json(200, new SourceLine(source, 0));
  }

  private void numbered(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    SourceAnswer answer =
        sources.report(
            exchange.pathPart("source"),
            first(given.required("first")),
            session(given.text("session", "")),
            exchange.body(exchange.limits().ingestBytes()),
            options(given));
    exchange.json(200, answer);
  }

  private static long first(String text) {
    if (!text.matches("[1-9][0-9]{0,17}")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the parameter first is the number of the first line, from 1 on");
    }
    return Long.parseLong(text);
  }

  private static String session(String text) {
    if (text.length() > MAX_SESSION) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the parameter session has at most " + MAX_SESSION + " characters");
    }
    return text;
  }
}
