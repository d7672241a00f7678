// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.target.Target;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/**
 * Names and versions of objects as of an LSN, and the times of LSNs. Neo4j creates an object for
 * each call.
 */
public final class HistoryFunctions {
  private static final String NO_DEFAULT = "null";
  private static final long NANOS = 1_000_000_000L;

  /** Set by Neo4j. */
  @Context public OpenGraph graph;

  /** Constructor for Neo4j. */
  public HistoryFunctions() {}

  /** Returns the object of a path. */
  @UserFunction("colophon.object")
  @Description(
      "The object at a path such as '/path' or '/path@WHEN' as of asOf, null if nothing is known of"
          + " it. asOf is an LSN, an instant, an age or a snapshot.")
  public @Nullable Node object(
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
  private @Nullable Node object(Target target) {
    if (target.isDirectory()) {
      long directory = graph.reader().resolve(target.path(), target.lsn());
      return directory == 0 ? null : graph.object(directory);
    }
    Root root = target.roots().get(0);
    return root.type() == NodeType.OBJECT ? graph.object(root.id()) : null;
  }

  /** Returns the user for whom a process ran. */
  @UserFunction("colophon.agent")
  @Description(
      "The user for whom a process ran as of asOf (an LSN, an instant, an age or a snapshot; by"
          + " default now). If the process has none, the user of its parent, and so on; null"
          + " if unknown.")
  public @Nullable Node agent(
      @Name("process") Node process, @Name(value = "asOf", defaultValue = NO_DEFAULT) Object asOf) {
    if (process == null) {
      return null;
    }
    Arguments arguments = new Arguments(graph);
    long user =
        new UserOfProcess(graph.reader())
            .of(arguments.process("process", process), arguments.asOf(asOf));
    return user == 0 ? null : graph.object(user);
  }

  /** Returns every name of an object. */
  @UserFunction("colophon.names")
  @Description(
      "The names that an object had as of asOf (an LSN, an instant, an age or a snapshot), or has"
          + " now, as Colophon shows them.")
  public @Nullable List<String> names(
      @Name("object") Node object, @Name(value = "asOf", defaultValue = NO_DEFAULT) Object asOf) {
    if (object == null) {
      return null;
    }
    Arguments arguments = new Arguments(graph);
    long lsn = arguments.asOf(asOf);
    return graph.reader().placesOf(arguments.object("object", object)).stream()
        .filter(binding -> binding.holdsAt(lsn))
        .map(binding -> binding.path().display())
        .toList();
  }

  /** Returns the current version of an object as of an LSN. */
  @UserFunction("colophon.version")
  @Description(
      "The version of an object as of asOf (an LSN, an instant, an age or a snapshot; by default"
          + " now): its number, counted from 0, and the LSNs between which it began;"
          + " those are null for version 0.")
  public @Nullable Map<String, Object> version(
      @Name("object") Node object, @Name(value = "asOf", defaultValue = NO_DEFAULT) Object asOf) {
    if (object == null) {
      return null;
    }
    Arguments arguments = new Arguments(graph);
    long asOfLsn = arguments.asOf(asOf);
    Map<String, Object> version = new HashMap<>();
    version.put("number", 0L);
    version.put("beginLsn", null);
    version.put("lsn", null);
    graph
        .reader()
        .cuts(
            arguments.object("object", object),
            (process, beginLsn, endLsn, timeNanos) -> {
              if (endLsn <= asOfLsn) {
                version.merge("number", 1L, (one, other) -> (long) one + (long) other);
                version.put("beginLsn", beginLsn);
                version.put("lsn", endLsn);
              }
            });
    return version;
  }

  /** Returns the LSN of a text. */
  @UserFunction("colophon.lsn")
  @Description(
      "The LSN that an instant ('2026-11-20T08:00:00Z'), a local date and time, an age ('2h ago') or"
          + " a snapshot's name means.")
  public @Nullable Long lsn(@Name("when") String when) {
    return when == null ? null : (Long) new Arguments(graph).asOf(when);
  }

  /** Returns the time of an LSN. */
  @UserFunction("colophon.time")
  @Description("The time at which an LSN was recorded; null if it is unknown.")
  public @Nullable ZonedDateTime time(@Name("lsn") Long lsn) {
    long nanos = lsn == null ? 0 : graph.reader().timeAt(lsn);
    return nanos == 0
        ? null
        : Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS))
            .atZone(ZoneOffset.UTC);
  }
}
