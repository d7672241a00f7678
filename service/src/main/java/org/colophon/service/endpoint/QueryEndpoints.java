package org.colophon.service.endpoint;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.history.copy.HistoryState;
import org.colophon.query.across.HostReaders;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.AnswerStyle;
import org.colophon.query.answer.Answers;
import org.colophon.query.find.FindParser;
import org.colophon.query.question.Parameters;
import org.colophon.query.question.Questions;
import org.colophon.service.http.AnswerLimit;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/** Endpoints for queries. Their parameters have the names of command options. */
public record QueryEndpoints(
    Readers readers, Path store, Supplier<HostReaders> hosts, Supplier<HistoryState> state) {
  private static final List<String> STYLE =
      List.of("as-of", "adapter", "format", "width", "colours", "directory", "zone");
  private static final List<String> FILTER = List.of("data-only", "hide", "all");
  private static final List<String> GRAPH =
      List.of(
          "target",
          "direction",
          "depth",
          "expand",
          "path",
          "limit",
          "data-only",
          "hide",
          "all",
          "as-of",
          "adapter",
          "directory",
          "zone");
  private static final int MAX_COLUMNS = 100_000;

  public List<Route> routes() {
    return List.of(
        question(
            "/v1/lineage", names(FILTER, "target", "direction", "depth", "limit", "mine", "bytes")),
        question(Questions.GRAPH, GRAPH),
        question("/v1/history", names(List.of(), "target", "changes")),
        question("/v1/touched", names(List.of("hide", "all", "mine"), "target")),
        question("/v1/why", names(FILTER, "effect", "cause", "paths", "limit")),
        question("/v1/common", names(FILTER, "target", "direction", "limit")),
        question("/v1/diff", names(FILTER, "first", "second", "limit", "mine")),
        question("/v1/show", names(List.of(), "target")),
        question("/v1/inspect", names(List.of(), "target")),
        question("/v1/export", names(FILTER, "target", "direction", "limit", "changes")),
        question("/v1/names", names(List.of(), "pattern", "limit")),
        question("/v1/find", names(List.copyOf(FindParser.NAMES), "all-hosts")),
        question("/v1/recordings", names(List.of(), "limit")),
        question("/v1/snapshots", present()),
        Route.of("GET", "/v1/lsn", List.of("as-of", "adapter", "zone"), this::lsn),
        question("/v1/store", present()));
  }

  private Route question(String path, List<String> parameters) {
    return Route.of("GET", path, parameters, exchange -> answer(path, exchange));
  }

  private void answer(String path, Exchange exchange) throws IOException {
    int maxNodes = exchange.limits().nodes();
    Answer answer = Questions.answer(path, answers(exchange), exchange.parameters(), maxNodes);
    if (path.equals(Questions.GRAPH)) {
      exchange.compress();
    }
    write(exchange, answer);
  }

  /** Returns the parameters of queries without a point in time. */
  private static List<String> present() {
    return STYLE.stream().filter(name -> !name.equals("as-of")).toList();
  }

  private static List<String> names(List<String> more, String... own) {
    List<String> names = new ArrayList<>(STYLE);
    names.addAll(more);
    names.addAll(List.of(own));
    return names;
  }

  private void lsn(Exchange exchange) throws IOException {
    exchange.parameters().required("as-of");
    exchange.json(200, Map.of("lsn", answers(exchange).asOfLsn()));
  }

  private Answers answers(Exchange exchange) {
    Parameters given = exchange.parameters();
    String asOf = given.text("as-of");
    LineageReader reader =
        readers.reader(
            exchange,
            given.text("adapter"),
            StorageCapability.READ,
            asOf,
            zone(given.text("zone", "UTC")));
    AnswerLimit limit = exchange.beginComputation();
    HistoryState now = state.get(); // opening the reader may wait, so read this after it
    AnswerStyle style = style(given, now);
    report(now, exchange);
    HostReaders others = hosts.get();
    exchange.atEnd(others::close);
    return new Answers(
        BoundedReader.of(reader, limit, now.isStopped()),
        Instant.now(),
        style,
        asOf,
        BoundedReader.of(others, limit));
  }

  /**
   * Reports the last LSNs of a shipped or copied history, the number of LSNs that a copy lacks, and
   * the reason why it has stopped.
   */
  static void report(HistoryState now, Exchange exchange) {
    if (!now.isLocal()) {
      exchange.setHeader(ServiceHeaders.STATE, now.header());
    }
    if (now.lag() > 0) {
      exchange.remark(
          "this copy of host %s ends at LSN %d and lacks %d LSNs of its source"
              .formatted(now.host(), now.durableLsn(), now.lag()));
    }
    if (now.isStopped()) {
      exchange.remark(
          "incomplete: this copy of host %s has stopped at LSN %d: %s; colophon status shows when it continues"
              .formatted(now.host(), now.durableLsn(), now.failure()));
    }
  }

  private AnswerStyle style(Parameters given, HistoryState now) {
    return new AnswerStyle(
        given.text("format", "json"),
        given.flag("colours"),
        given.number("width", 0, MAX_COLUMNS),
        directory(given.text("directory", "/")),
        zone(given.text("zone", "UTC")),
        store,
        now.certified());
  }

  private static Path directory(String text) {
    Path directory;
    try {
      directory = Path.of(text);
    } catch (InvalidPathException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the directory '%s' is not a path in the encoding of this service, %s: %s"
              .formatted(text, System.getProperty("sun.jnu.encoding"), e.getReason()),
          e);
    }
    if (!directory.isAbsolute()) {
      throw ErrorCode.BAD_REQUEST.exception("the directory is an absolute path, not " + directory);
    }
    return directory.normalize();
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the zone is a name such as Europe/Berlin or an offset such as +01:00, not '"
              + name
              + "'",
          e);
    }
  }

  static void write(Exchange exchange, Answer answer) throws IOException {
    exchange.found(answer.found());
    answer.remarks().forEach(exchange::remark);
    exchange.write(200, answer.mediaType(), answer.body());
  }
}
