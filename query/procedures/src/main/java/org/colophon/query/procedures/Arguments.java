// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;

/** Interprets the arguments of procedures and functions. */
final class Arguments {
  private static final Label PROCESS = Label.label("Process");
  private static final Label OBJECT = Label.label("Object");

  private final OpenGraph graph;

  Arguments(OpenGraph graph) {
    this.graph = graph;
  }

  Targets targets() {
    return new Targets(graph.reader(), Instant.now(), ZoneId.systemDefault());
  }

  /** Resolves a text as of an LSN; relative names start at the statement's directory. */
  Target target(String text, long asOfLsn) {
    return targets().parse(text, graph.directory(), asOfLsn);
  }

  /**
   * Returns the LSN of an argument: an LSN, a text as for {@code --as-of}, or a date and time. Null
   * means the default of the statement.
   */
  long asOf(@Nullable Object given) {
    Object value = given == null ? graph.asOf() : given;
    if (value == null) {
      return Lsn.LATEST;
    }
    if (value instanceof Long lsn && lsn > 0) {
      return lsn;
    }
    if (value instanceof String || value instanceof TemporalAccessor) {
      return targets().asOf(text(value));
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "asOf is "
            + value
            + "; it must be an LSN, an instant, an age or a snapshot, such as 4711,"
            + " '2026-11-20T08:00:00Z', '2h ago' or 'release'");
  }

  /**
   * Removes the zone name in brackets that Java adds. A text keeps brackets, which belong to the
   * name of a snapshot.
   */
  private static String text(Object value) {
    return value instanceof String text ? text : value.toString().replaceAll("\\[.*]$", "");
  }

  /**
   * Resolves a target, or a list of targets.
   *
   * @param name the name of the argument, for messages
   */
  List<Root> roots(String name, Object target, long asOfLsn) {
    if (target instanceof String text) {
      return targets().followed(target(text, asOfLsn)).roots();
    }
    if (target instanceof List<?> targets && !targets.isEmpty()) {
      return targets.stream()
          .flatMap(each -> roots("element of the " + name, single(name, each), asOfLsn).stream())
          .distinct()
          .toList();
    }
    if (target instanceof Node node) {
      return List.of(new Root(typeOf(name, node), idOf(node), asOfLsn, 0));
    }
    throw ErrorCode.BAD_REQUEST.exception(
        ("the %s is %s; it must be a node, a text such as '/path', 'process:17' or 'object:42', or"
                + " a list of these")
            .formatted(name, target == null ? "null" : target.getClass().getSimpleName()));
  }

  private static Object single(String name, Object target) {
    if (target instanceof List<?>) {
      throw ErrorCode.BAD_REQUEST.exception("the " + name + " is a list of lists; give one list");
    }
    return target;
  }

  /** Returns the id of an object's node. */
  long object(String name, Node node) {
    if (node == null || typeOf(name, node) != NodeType.OBJECT) {
      throw ErrorCode.BAD_REQUEST.exception("the " + name + " must be an Object");
    }
    return idOf(node);
  }

  /** Returns the id of a process's node. */
  long process(String name, Node node) {
    if (typeOf(name, node) != NodeType.PROCESS) {
      throw ErrorCode.BAD_REQUEST.exception("the " + name + " must be a Process");
    }
    return idOf(node);
  }

  private static NodeType typeOf(String name, Node node) {
    if (node.hasLabel(OBJECT)) {
      return NodeType.OBJECT;
    }
    if (node.hasLabel(PROCESS)) {
      return NodeType.PROCESS;
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "the %s is a node with the labels %s; it must be a Process or an Object"
            .formatted(name, labels(node)));
  }

  private static List<String> labels(Node node) {
    List<String> labels = new java.util.ArrayList<>();
    node.getLabels().forEach(label -> labels.add(label.name()));
    return labels;
  }

  private static long idOf(Node node) {
    return (long) node.getProperty("id");
  }
}
