package org.colophon.storage.procedures;

import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.target.Target;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** Names and versions of objects as of an LSN. Neo4j creates an object for each call. */
public final class NameFunctions {
  private static final String NO_DEFAULT = "null";

  /** Set by Neo4j. */
  @Context public OpenGraph graph;

  /** For Neo4j. */
  public NameFunctions() {}

  /** Returns the object of a path. */
  @UserFunction("colophon.object")
  @Description(
      "The object that a path such as '/path' or '/path@WHEN' meant, null if nothing is known of"
          + " it. asOf is an LSN, an instant, an age or a snapshot.")
  public Node object(
      @Name("path") String path, @Name(value = "asOf", defaultValue = NO_DEFAULT) Object asOf) {
    if (path == null) {
      return null;
    }
    Arguments arguments = new Arguments(graph);
    try {
      return object(arguments.target(path, arguments.asOf(asOf)));
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  /** Returns a directory's own object, if any, rather than the objects below it. */
  private Node object(Target target) {
    if (target.isDirectory()) {
      long directory = graph.reader().resolve(target.path(), target.lsn());
      return directory == 0 ? null : graph.object(directory);
    }
    Root root = target.roots().get(0);
    return root.type() == NodeType.OBJECT ? graph.object(root.id()) : null;
  }

  /** Returns every name of an object. */
  @UserFunction("colophon.names")
  @Description(
      "The names that an object had as of asOf (an LSN, an instant, an age or a snapshot), or has"
          + " now, as Colophon shows them.")
  public List<String> names(
      @Name("object") Node object, @Name(value = "asOf", defaultValue = NO_DEFAULT) Object asOf) {
    if (object == null) {
      return null;
    }
    Arguments arguments = new Arguments(graph);
    long lsn = arguments.asOf(asOf);
    return graph.reader().namesOf(arguments.object("object", object)).stream()
        .filter(binding -> binding.holdsAt(lsn))
        .map(binding -> binding.path().display())
        .toList();
  }

  /** Returns the current version of an object as of an LSN. */
  @UserFunction("colophon.version")
  @Description(
      "Which version of an object was in force as of asOf (an LSN, an instant, an age or a"
          + " snapshot), or is now: its number, counted from 0, and the LSNs between which it began;"
          + " those are null for version 0.")
  public Map<String, Object> version(
      @Name("object") Node object, @Name(value = "asOf", defaultValue = NO_DEFAULT) Object asOf) {
    if (object == null) {
      return null;
    }
    Arguments arguments = new Arguments(graph);
    VersionCounter counter = new VersionCounter(arguments.asOf(asOf));
    graph.reader().cuts(arguments.object("object", object), counter);
    return counter.asMap();
  }
}
