package org.colophon.service.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.model.Bytes;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Parameters;
import org.colophon.service.http.Problem;
import org.colophon.service.http.Route;
import org.colophon.service.source.SourceAnswer;
import org.colophon.service.source.Sources;

/** Remote reporters: numbered lines, each recorded once. */
public final class SourceEndpoints {
  private static final int MAX_SESSION = 200;

  private final Sources sources;

  public SourceEndpoints(Sources sources) {
    this.sources = sources;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.ingest("GET", "/v1/sources", List.of(), this::list),
        Route.ingest("GET", "/v1/sources/{source}", List.of(), this::one),
        Route.ingest("DELETE", "/v1/sources/{source}", List.of(), this::forget),
        Route.ingest(
            "POST",
            "/v1/sources/{source}/operations",
            List.of("first", "session", "keep-all"),
            this::operations));
  }

  private void list(Exchange exchange) throws IOException {
    Map<String, Long> all = sources.all();
    exchange.found(!all.isEmpty());
    exchange.json(200, json -> write(json, all));
  }

  /** The sources, with the last line of each, as a field of an object. */
  static void write(JsonGenerator json, String field, Map<String, Long> all) throws IOException {
    json.writeFieldName(field);
    write(json, all);
  }

  private static void write(JsonGenerator json, Map<String, Long> all) throws IOException {
    json.writeStartArray();
    for (Map.Entry<String, Long> each : all.entrySet()) {
      write(json, each.getKey(), each.getValue());
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, String source, long acknowledged)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("source", source);
    json.writeNumberField("acknowledged", acknowledged);
    json.writeEndObject();
  }

  private void one(Exchange exchange) throws IOException {
    String source = exchange.pathPart("source");
    long acknowledged = sources.acknowledged(source);
    exchange.json(200, json -> write(json, source, acknowledged));
  }

  private void forget(Exchange exchange) throws IOException {
    String source = exchange.pathPart("source");
    sources.forget(source);
    exchange.json(200, json -> write(json, source, 0));
  }

  private void operations(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    SourceAnswer answer =
        sources.report(
            exchange.pathPart("source"),
            first(given.required("first")),
            session(given.text("session", "")),
            exchange.body(exchange.limits().ingestBytes()),
            new SinkOptions(given.flag("keep-all"), OverloadPolicy.BLOCK));
    exchange.json(200, json -> write(json, answer));
  }

  private static long first(String text) {
    if (!text.matches("[1-9][0-9]{0,17}")) {
      throw JsonFields.bad("the parameter first is the number of the first line, from 1 on");
    }
    return Long.parseLong(text);
  }

  private static String session(String text) {
    if (text.length() > MAX_SESSION) {
      throw JsonFields.bad("the parameter session has at most " + MAX_SESSION + " characters");
    }
    return text;
  }

  private static void write(JsonGenerator json, SourceAnswer answer) throws IOException {
    json.writeStartObject();
    json.writeNumberField("acknowledged", answer.acknowledged());
    json.writeNumberField("accepted", answer.accepted());
    json.writeNumberField("repeated", answer.repeated());
    json.writeNumberField("refused", answer.refused());
    Problem.writeLines(json, answer.problems());
    json.writeObjectFieldStart("ids");
    IngestEndpoint.ids(json, "processes", answer.processes());
    IngestEndpoint.ids(json, "objects", answer.objects());
    json.writeEndObject();
    if (!answer.positions().isEmpty()) {
      positions(json, answer.positions());
    }
    json.writeEndObject();
  }

  private static void positions(JsonGenerator json, Map<String, Bytes> all) throws IOException {
    json.writeObjectFieldStart("positions");
    for (Map.Entry<String, Bytes> each : all.entrySet()) {
      json.writeObjectFieldStart(each.getKey());
      json.writeBinaryField("base64", each.getValue().toArray());
      json.writeEndObject();
    }
    json.writeEndObject();
  }
}
