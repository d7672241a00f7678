package org.colophon.storage.procedures;

import java.util.Map;
import java.util.stream.Stream;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** Lineage by Colophon's engine. Neo4j creates an object for each call. */
public final class LineageProcedures {
  private static final String OPTIONS =
      " Options: asOf (LSN, instant or snapshot), depth, dataOnly, code, limit, hide (globs).";

  /** Set by Neo4j. */
  @Context public OpenGraph graph;

  /** For Neo4j. */
  public LineageProcedures() {}

  /** Returns the ancestors of a target. */
  @Procedure(name = "colophon.ancestors", mode = Mode.READ)
  @Description(
      "Where a process or object came from, respecting time, latest first. The target is a node, or"
          + " a text such as '/path', '/path@WHEN', 'process:17', 'object:42' or 'pid:123'."
          + OPTIONS)
  public Stream<LineageRow> ancestors(
      @Name("target") Object target,
      @Name(value = "options", defaultValue = "{}") Map<String, Object> options) {
    return lineage(Direction.ANCESTORS, target, options);
  }

  /** Returns the descendants of a target. */
  @Procedure(name = "colophon.descendants", mode = Mode.READ)
  @Description(
      "What a process or object went on to influence, respecting time, earliest first. The target"
          + " is a node, or a text such as '/path', '/path@WHEN', 'process:17', 'object:42' or"
          + " 'pid:123'."
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
    options.requireWhole(engine.run(query.build(), rows));
    return rows.stream();
  }
}
