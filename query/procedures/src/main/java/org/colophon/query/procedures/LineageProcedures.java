// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.naming.NodeFilter;
import org.colophon.query.report.Explanation;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.neo4j.graphalgo.impl.util.PathImpl;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** Lineage and chains of influence by Colophon's engine. Neo4j creates an object for each call. */
public final class LineageProcedures {
  private static final String OPTIONS =
      " Options: asOf (LSN, instant or snapshot), depth, dataOnly, code, limit, hide (globs),"
          + " fold (leave out files of tools), mine (a directory).";

  /** Set by Neo4j. */
  @Context public OpenGraph graph;

  /** Constructor for Neo4j. */
  public LineageProcedures() {}

  /** Returns the ancestors of a target. */
  @Procedure(name = "colophon.ancestors", mode = Mode.READ)
  @Description(
      "Ancestors of processes or objects, respecting time, latest first. The target is a node, a"
          + " text such as '/path', '/path@WHEN', 'process:17', 'object:42' or 'pid:123', or a list"
          + " of these."
          + OPTIONS)
  public Stream<LineageRow> ancestors(
      @Name("target") Object target,
      @Name(value = "options", defaultValue = "{}") Map<String, Object> options) {
    return lineage(Direction.ANCESTORS, target, options);
  }

  /** Returns the descendants of a target. */
  @Procedure(name = "colophon.descendants", mode = Mode.READ)
  @Description(
      "The processes or objects that others influenced, respecting time, earliest first. The target"
          + " is a node, a text such as '/path', '/path@WHEN', 'process:17', 'object:42' or"
          + " 'pid:123', or a list of these."
          + OPTIONS)
  public Stream<LineageRow> descendants(
      @Name("target") Object target,
      @Name(value = "options", defaultValue = "{}") Map<String, Object> options) {
    return lineage(Direction.DESCENDANTS, target, options);
  }

  private Stream<LineageRow> lineage(
      Direction direction, Object target, Map<String, Object> given) {
    LineageOptions options = new LineageOptions(given, LineageOptions.LINEAGE);
    Arguments arguments = new Arguments(graph);
    long asOf = arguments.asOf(options.asOf());
    LineageQuery.Builder query = LineageQuery.builder().direction(direction).asOfLsn(asOf);
    options.applyTo(query);
    query.roots(arguments.roots("target", target, asOf));
    LineageRows rows = new LineageRows(graph, direction);
    LineageEngine engine = graph.shared(LineageEngine.class, LineageEngine::new);
    LineageQuery asked = query.build();
    options.requireWhole(engine.run(asked, rows));
    return rows.stream(new NodeFilter(graph.reader(), asked));
  }

  /** Returns a chain from an effect to a cause. */
  @Procedure(name = "colophon.why", mode = Mode.READ)
  @Description(
      "A shortest chain of influence from an effect back to a cause that respects time; no row if"
          + " there is none. Both are nodes, texts such as '/path', '/path@WHEN', 'process:17' or"
          + " 'object:42', or lists of these. Options: asOf (LSN, instant or snapshot), dataOnly, code, limit, hide"
          + " (globs), fold.")
  public Stream<WhyRow> why(
      @Name("effect") Object effect,
      @Name("cause") Object cause,
      @Name(value = "options", defaultValue = "{}") Map<String, Object> given) {
    LineageOptions options = new LineageOptions(given, LineageOptions.WHY);
    Arguments arguments = new Arguments(graph);
    long asOf = arguments.asOf(options.asOf());
    LineageQuery.Builder query = LineageQuery.builder().asOfLsn(asOf);
    options.applyTo(query);
    query.roots(arguments.roots("effect", effect, asOf));
    Explanation found =
        new LineageEngine(graph.reader()).why(query.build(), arguments.roots("cause", cause, asOf));
    if (!found.isFound()) {
      options.requireWhole(found.summary());
      return Stream.empty();
    }
    return Stream.of(new WhyRow(path(found.hops())));
  }

  /** Returns all nodes and edges on paths from sources to sinks. */
  @Procedure(name = "colophon.between", mode = Mode.READ)
  @Description(
      "The subgraph of all paths from sources to sinks that respect time, a row for each"
          + " relationship; no row if there is none. Both are nodes, texts such as '/path',"
          + " '/path@WHEN', 'process:17' or 'object:42', or lists of these. Options: asOf (LSN,"
          + " instant or snapshot), dataOnly, code, limit, hide (globs), fold.")
  public Stream<BetweenRow> between(
      @Name("sources") Object sources,
      @Name("sinks") Object sinks,
      @Name(value = "options", defaultValue = "{}") Map<String, Object> given) {
    LineageOptions options = new LineageOptions(given, LineageOptions.WHY);
    Arguments arguments = new Arguments(graph);
    long asOf = arguments.asOf(options.asOf());
    LineageEngine engine = new LineageEngine(graph.reader());
    Function<Direction, LineageQuery.Builder> query =
        direction -> {
          LineageQuery.Builder half = LineageQuery.builder().direction(direction).asOfLsn(asOf);
          options.applyTo(half);
          return half;
        };
    LineageQuery down =
        query.apply(Direction.DESCENDANTS).roots(arguments.roots("sources", sources, asOf)).build();
    LineageQuery up =
        query.apply(Direction.ANCESTORS).roots(arguments.roots("sinks", sinks, asOf)).build();
    LineageHalf reached = new LineageHalf(graph);
    options.requireWhole(engine.run(down, reached));
    LineageHalf reaching = new LineageHalf(graph);
    options.requireWhole(engine.run(up, reaching));
    return reaching.joined(reached);
  }

  /**
   * Converts the chain to a path. Versions of an object share its node, so they need no
   * relationship.
   */
  private Path path(List<Explanation.Hop> hops) {
    PathImpl.Builder path = new PathImpl.Builder(node(hops.get(0).effect()));
    for (Explanation.Hop hop : hops) {
      Relationship each =
          LineageRows.relationship(
              graph, hop.edge().kind(), hop.effect().id(), hop.cause().id(), hop.edge().firstLsn());
      path = each == null ? path : path.push(each);
    }
    return path.build();
  }

  private Node node(LineageNode node) {
    return node.isProcess() ? graph.process(node.id()) : graph.object(node.id());
  }
}
