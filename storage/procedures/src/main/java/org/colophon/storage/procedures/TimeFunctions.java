package org.colophon.storage.procedures;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** Converts between LSNs and times. Neo4j creates an object for each call. */
public final class TimeFunctions {
  private static final long NANOS = 1_000_000_000L;

  /** Set by Neo4j. */
  @Context public OpenGraph graph;

  /** For Neo4j. */
  public TimeFunctions() {}

  /** Returns the LSN of a text. */
  @UserFunction("colophon.lsn")
  @Description(
      "The LSN that an instant ('2026-11-20T08:00:00Z'), a local date and time, an age ('2h ago') or"
          + " a snapshot's name means.")
  public Long lsn(@Name("when") String when) {
    return when == null ? null : (Long) new Arguments(graph).asOf(when);
  }

  /** Returns the time of an LSN. */
  @UserFunction("colophon.time")
  @Description("When an LSN was recorded, null if that is not known.")
  public ZonedDateTime time(@Name("lsn") Long lsn) {
    long nanos = lsn == null ? 0 : graph.reader().timeAt(lsn);
    return nanos == 0
        ? null
        : Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS))
            .atZone(ZoneOffset.UTC);
  }
}
