package org.colophon.storage.procedures;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
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

/** Chains of influence by the engine that all of Colophon uses. Neo4j makes one for each call. */
public final class WhyProcedure {
  /** Set by Neo4j. */
  @Context public OpenGraph graph;

  /** For Neo4j. */
  public WhyProcedure() {}

  /** Why a cause is an ancestor of an effect. */
  @Procedure(name = "colophon.why", mode = Mode.READ)
  @Description(
      "A shortest chain of influence from an effect back to a cause that respects time; no row if"
          + " there is none. Both are nodes, or texts such as '/path', '/path@WHEN', 'process:17' or"
          + " 'object:42'. Options: asOf (LSN, instant or snapshot), dataOnly, code, limit, hide"
          + " (globs).")
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

  /**
   * The chain in the graph. Between two versions of an object there is no relationship, and none is
   * needed: both are the object's node.
   */
  private Path path(List<Explanation.Hop> hops) {
    Relations relations = new Relations(graph);
    PathImpl.Builder path = new PathImpl.Builder(node(hops.get(0).effect()));
    for (Explanation.Hop hop : hops) {
      Relationship each =
          relations.find(
              hop.edge().kind(), hop.effect().id(), hop.cause().id(), hop.edge().firstLsn());
      path = each == null ? path : path.push(each);
    }
    return path.build();
  }

  private Node node(LineageNode node) {
    return node.isProcess() ? graph.process(node.id()) : graph.object(node.id());
  }
}
