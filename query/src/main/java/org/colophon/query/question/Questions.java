package org.colophon.query.question;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.Answers;
import org.colophon.query.answer.LineageFilter;
import org.colophon.query.answer.LineageRequest;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.find.FindParser;
import org.colophon.query.view.GraphRequest;

/** A query by its parameters, and the maximum number of nodes that it may request. One thread. */
public final class Questions {
  /** Path of the graph with coordinates. */
  public static final String GRAPH = "/v1/graph";

  private static final int GRAPH_NODES = 10_000;
  private static final int MAX_GRAPH_NODES = 100_000;
  private static final int MAX_NAMES = 100_000;
  private static final int DEFAULT_NAMES = 1000;
  private static final int DEFAULT_RECORDINGS = 20;
  private static final int MAX_PATHS = 100;

  private final Answers answers;
  private final Parameters given;
  private final int maxNodes;

  private Questions(Answers answers, Parameters given, int maxNodes) {
    this.answers = answers;
    this.given = given;
    this.maxNodes = maxNodes;
  }

  /**
   * Answers a query.
   *
   * @param path path of the query in the service's API
   * @param maxNodes limits.nodes of a service
   */
  public static Answer answer(String path, Answers answers, Parameters given, int maxNodes) {
    return new Questions(answers, given, maxNodes).answer(path);
  }

  private Answer answer(String path) {
    return switch (path) {
      case "/v1/lineage" -> lineage();
      case GRAPH -> graph();
      case "/v1/export" -> export();
      case "/v1/find" -> find();
      default -> report(path);
    };
  }

  /** Returns an answer as text or JSON. */
  private Answer report(String path) {
    String format = given.text("format", "json");
    if (!format.equals("json") && !format.equals("text")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the format is json or text here, not '" + format + "'");
    }
    return switch (path) {
      case "/v1/history" -> answers.history(given.required("target"), given.flag("changes"));
      case "/v1/touched" -> answers.touched(given.text("target"), filter());
      case "/v1/why" -> why();
      case "/v1/common" ->
          answers.common(
              targets("target"), direction(), nodes(LineageQuery.DEFAULT_MAX_NODES), filter());
      case "/v1/diff" ->
          answers.diff(
              given.required("first"),
              given.required("second"),
              nodes(LineageQuery.DEFAULT_MAX_NODES),
              filter());
      case "/v1/show" -> answers.show(targets("target"));
      case "/v1/inspect" -> answers.inspect(given.required("target"));
      case "/v1/names" ->
          answers.names(given.required("pattern"), given.number("limit", DEFAULT_NAMES, MAX_NAMES));
      case "/v1/recordings" ->
          answers.recordings(given.number("limit", DEFAULT_RECORDINGS, MAX_NAMES));
      case "/v1/snapshots" -> answers.snapshots();
      case "/v1/store" -> answers.status();
      default -> throw new IllegalArgumentException(path);
    };
  }

  private Answer lineage() {
    return answers.lineage(
        new LineageRequest(
            targets("target"),
            direction(),
            given.number("depth", -1, Integer.MAX_VALUE),
            nodes(LineageQuery.DEFAULT_MAX_NODES),
            filter(),
            given.flag("bytes")));
  }

  private Answer graph() {
    return answers.graph(
        targets("target"),
        direction(),
        given.number("depth", LineageQuery.UNLIMITED, LineageQuery.UNLIMITED),
        Math.min(given.number("limit", GRAPH_NODES, MAX_GRAPH_NODES), nodes(GRAPH_NODES)),
        filter(),
        new GraphRequest(Set.copyOf(list("expand")), list("path")));
  }

  /** Returns comma-separated values. Ids contain no commas. */
  private List<String> list(String name) {
    return Stream.of(given.text(name, "").split(",")).filter(each -> !each.isEmpty()).toList();
  }

  private Answer why() {
    String effect = given.required("effect");
    int paths = Math.max(1, given.number("paths", 1, MAX_PATHS));
    int limit = nodes(LineageQuery.DEFAULT_MAX_NODES);
    return answers.why(effect, targets("cause"), paths, limit, filter());
  }

  private Answer export() {
    String word = given.text("direction", "ancestors");
    return answers.export(
        given.all("target"),
        word.equals("both") ? EnumSet.allOf(Direction.class) : Set.of(Direction.of(word)),
        nodes(Answers.EXPORTED),
        given.flag("changes"),
        filter());
  }

  private Answer find() {
    Map<String, String> conditions = new HashMap<>();
    FindParser.NAMES.stream()
        .filter(name -> given.text(name) != null)
        .forEach(name -> conditions.put(name, given.text(name)));
    given.number("top", 1, maxNodes, "limits.nodes");
    int most = nodes(FindParser.DEFAULT_LIMIT);
    if (!conditions.containsKey("top")) {
      conditions.put("limit", "" + most);
    }
    return answers.find(conditions, given.flag("all-hosts"));
  }

  /** Returns the maximum number of nodes or results. */
  private int nodes(int usual) {
    return given.number("limit", usual, maxNodes, "limits.nodes");
  }

  private Direction direction() {
    return Direction.of(given.text("direction", "ancestors"));
  }

  private LineageFilter filter() {
    return new LineageFilter(
        given.flag("data-only"), given.all("hide"), given.flag("all"), given.text("mine"));
  }

  /** Returns the values of a parameter that occurs at least once. */
  private List<String> targets(String name) {
    List<String> targets = given.all(name);
    if (targets.isEmpty() || targets.contains("")) {
      throw ErrorCode.BAD_REQUEST.exception("the parameter " + name + " is missing");
    }
    return targets;
  }
}
