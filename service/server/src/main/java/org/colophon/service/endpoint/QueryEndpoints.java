package org.colophon.service.endpoint;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.query.across.HostReaders;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.find.FindParser;
import org.colophon.query.view.GraphRequest;
import org.colophon.service.answer.Answer;
import org.colophon.service.answer.AnswerStyle;
import org.colophon.service.answer.Answers;
import org.colophon.service.answer.LineageFilter;
import org.colophon.service.answer.LineageRequest;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Parameters;
import org.colophon.service.http.Route;
import org.colophon.service.protocol.ServiceHeaders;
import org.colophon.service.replication.HistoryState;

/** Endpoints of questions, whose parameters are named like the options of commands. */
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
  private static final int GRAPH_NODES = 10_000;
  private static final int MAX_GRAPH_NODES = 100_000;
  private static final int MAX_COLUMNS = 100_000;
  private static final int MAX_NAMES = 100_000;
  private static final int DEFAULT_NAMES = 1000;
  private static final int DEFAULT_RECORDINGS = 20;
  private static final int MAX_PATHS = 100;

  public List<Route> routes() {
    return List.of(
        Route.of(
            "GET",
            "/v1/lineage",
            names(FILTER, "target", "direction", "depth", "limit", "mine", "bytes"),
            this::lineage),
        Route.of("GET", "/v1/graph", GRAPH, this::graph),
        Route.of("GET", "/v1/history", names(List.of(), "target", "changes"), this::history),
        Route.of(
            "GET", "/v1/touched", names(List.of("hide", "all", "mine"), "target"), this::touched),
        Route.of("GET", "/v1/why", names(FILTER, "effect", "cause", "paths", "limit"), this::why),
        Route.of("GET", "/v1/common", names(FILTER, "target", "direction", "limit"), this::common),
        Route.of("GET", "/v1/diff", names(FILTER, "first", "second", "limit", "mine"), this::diff),
        Route.of("GET", "/v1/show", names(List.of(), "target"), this::show),
        Route.of("GET", "/v1/inspect", names(List.of(), "target"), this::inspect),
        Route.of(
            "GET",
            "/v1/export",
            names(FILTER, "target", "direction", "limit", "changes"),
            this::export),
        Route.of("GET", "/v1/names", names(List.of(), "pattern", "limit"), this::nameSearch),
        Route.of("GET", "/v1/find", names(List.copyOf(FindParser.NAMES), "all-hosts"), this::find),
        Route.of("GET", "/v1/recordings", names(List.of(), "limit"), this::recordings),
        Route.of("GET", "/v1/snapshots", present(), this::snapshots),
        Route.of("GET", "/v1/lsn", List.of("as-of", "adapter", "zone"), this::lsn),
        Route.of("GET", "/v1/store", present(), this::store));
  }

  /** Parameters of questions about the present only. */
  private static List<String> present() {
    return STYLE.stream().filter(name -> !name.equals("as-of")).toList();
  }

  private static List<String> names(List<String> more, String... own) {
    List<String> names = new ArrayList<>(STYLE);
    names.addAll(more);
    names.addAll(List.of(own));
    return names;
  }

  private void lineage(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    LineageRequest request =
        new LineageRequest(
            targets(given, "target"),
            Direction.of(given.text("direction", "ancestors")),
            given.number("depth", -1, Integer.MAX_VALUE),
            nodes(exchange, LineageQuery.DEFAULT_MAX_NODES),
            filter(given),
            given.flag("bytes"));
    write(exchange, answers(exchange).lineage(request));
  }

  private void graph(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    GraphRequest shown = new GraphRequest(Set.copyOf(list(given, "expand")), list(given, "path"));
    Answer answer =
        answers(exchange)
            .graph(
                targets(given, "target"),
                Direction.of(given.text("direction", "ancestors")),
                given.number("depth", LineageQuery.UNLIMITED, LineageQuery.UNLIMITED),
                Math.min(
                    given.number("limit", GRAPH_NODES, MAX_GRAPH_NODES),
                    nodes(exchange, GRAPH_NODES)),
                filter(given),
                shown);
    exchange.compress();
    write(exchange, answer);
  }

  /** Returns comma-separated values; ids contain no commas. */
  private static List<String> list(Parameters given, String name) {
    return Stream.of(given.text(name, "").split(",")).filter(each -> !each.isEmpty()).toList();
  }

  /** Maximum number of things in an answer. */
  private static int nodes(Exchange exchange, int usual) {
    return exchange.parameters().number("limit", usual, exchange.limits().nodes(), "limits.nodes");
  }

  private void history(Exchange exchange) throws IOException {
    String target = exchange.parameters().required("target");
    boolean withChanges = exchange.parameters().flag("changes");
    write(exchange, reports(exchange).history(target, withChanges));
  }

  private void touched(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    write(exchange, reports(exchange).touched(given.text("target", null), filter(given)));
  }

  private void why(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    String effect = given.required("effect");
    List<String> causes = targets(given, "cause");
    int paths = given.number("paths", 1, MAX_PATHS);
    int limit = nodes(exchange, LineageQuery.DEFAULT_MAX_NODES);
    write(
        exchange, reports(exchange).why(effect, causes, Math.max(1, paths), limit, filter(given)));
  }

  private void common(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    Direction direction = Direction.of(given.text("direction", "ancestors"));
    int limit = nodes(exchange, LineageQuery.DEFAULT_MAX_NODES);
    write(
        exchange,
        reports(exchange).common(targets(given, "target"), direction, limit, filter(given)));
  }

  private void diff(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    String first = given.required("first");
    String second = given.required("second");
    int limit = nodes(exchange, LineageQuery.DEFAULT_MAX_NODES);
    write(exchange, reports(exchange).diff(first, second, limit, filter(given)));
  }

  private void show(Exchange exchange) throws IOException {
    write(exchange, reports(exchange).show(targets(exchange.parameters(), "target")));
  }

  /** Returns the values of a parameter that occurs at least once. */
  private static List<String> targets(Parameters given, String name) {
    List<String> targets = given.all(name);
    if (targets.isEmpty() || targets.contains("")) {
      throw ErrorCode.BAD_REQUEST.exception("the parameter " + name + " is missing");
    }
    return targets;
  }

  private void inspect(Exchange exchange) throws IOException {
    String target = exchange.parameters().required("target");
    write(exchange, reports(exchange).inspect(target));
  }

  private void export(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    int limit = nodes(exchange, Answers.EXPORTED);
    write(
        exchange,
        answers(exchange)
            .export(
                given.all("target"),
                directions(given.text("direction", "ancestors")),
                limit,
                given.flag("changes"),
                filter(given)));
  }

  private static Set<Direction> directions(String word) {
    return word.equals("both") ? EnumSet.allOf(Direction.class) : Set.of(Direction.of(word));
  }

  private void nameSearch(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    String pattern = given.required("pattern");
    int limit = given.number("limit", DEFAULT_NAMES, MAX_NAMES);
    write(exchange, reports(exchange).names(pattern, limit));
  }

  private void find(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    Map<String, String> conditions = new HashMap<>();
    FindParser.NAMES.stream()
        .filter(name -> given.text(name) != null)
        .forEach(name -> conditions.put(name, given.text(name)));
    given.number("top", 1, exchange.limits().nodes(), "limits.nodes");
    int most = nodes(exchange, FindParser.DEFAULT_LIMIT);
    if (!conditions.containsKey("top")) {
      conditions.put("limit", "" + most);
    }
    write(exchange, answers(exchange).find(conditions, given.flag("all-hosts")));
  }

  private void recordings(Exchange exchange) throws IOException {
    int limit = exchange.parameters().number("limit", DEFAULT_RECORDINGS, MAX_NAMES);
    write(exchange, reports(exchange).recordings(limit));
  }

  private void snapshots(Exchange exchange) throws IOException {
    write(exchange, reports(exchange).snapshots());
  }

  private void store(Exchange exchange) throws IOException {
    write(exchange, reports(exchange).status(store));
  }

  private void lsn(Exchange exchange) throws IOException {
    exchange.parameters().required("as-of");
    exchange.json(200, Map.of("lsn", answers(exchange).asOfLsn()));
  }

  private static LineageFilter filter(Parameters given) {
    return new LineageFilter(
        given.flag("data-only"), given.all("hide"), given.flag("all"), given.text("mine"));
  }

  /** Returns a route that answers in text or JSON. Only a lineage has other formats. */
  private Answers reports(Exchange exchange) {
    String format = exchange.parameters().text("format", "json");
    if (!format.equals("json") && !format.equals("text")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the format is json or text here, not '" + format + "'");
    }
    return answers(exchange);
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
    long deadline = System.nanoTime() + exchange.limits().requestTime().toNanos();
    HistoryState now = state.get(); // after the reader, which waits for what is on disk
    AnswerStyle style = style(given, now);
    report(now, exchange);
    HostReaders others = hosts.get();
    exchange.atEnd(others::close);
    return new Answers(
        BoundedReader.of(reader, deadline),
        Instant.now(),
        style,
        asOf,
        BoundedReader.of(others, deadline));
  }

  /** Reports how far a history that is shipped or copied has come. */
  private static void report(HistoryState now, Exchange exchange) {
    if (!now.isLocal()) {
      exchange.setHeader(ServiceHeaders.STATE, now.header());
    }
    if (now.lag() > 0) {
      exchange.remark(
          "this copy of host %s ends at LSN %d and lacks %d LSNs of its source"
              .formatted(now.host(), now.durableLsn(), now.lag()));
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
