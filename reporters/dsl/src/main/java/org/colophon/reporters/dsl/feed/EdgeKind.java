package org.colophon.reporters.dsl.feed;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;

/** What an edge of a feed says. Edges go from effect to cause. */
enum EdgeKind {
  /** From a process to an object. */
  USED,
  /** From an object to a process. */
  GENERATED,
  /** From a process to a process. */
  INFORMED,
  /** From a process to an agent. */
  ASSOCIATED,
  /** From an object to an object, or to or from an agent, which is an object, too. */
  DERIVED,
  /** From an object to a process that ended it. */
  INVALIDATED,
  /** Between any two; their kinds say what it is. */
  ANY,
  /** Between a process and an object or process, either way; the event says which. */
  EVENT;

  private static final Bytes EVENT_PREFIX = Bytes.of("event_");
  private static final Map<Bytes, EdgeKind> BY_NAME = new HashMap<>();

  static {
    name(USED, "Used");
    name(GENERATED, "WasGeneratedBy");
    name(INFORMED, "WasTriggeredBy", "WasInformedBy", "WasStartedBy", "WasEndedBy");
    name(ASSOCIATED, "WasControlledBy", "WasAssociatedWith");
    name(DERIVED, "WasDerivedFrom", "WasAttributedTo", "ActedOnBehalfOf", "SpecializationOf");
    name(DERIVED, "AlternateOf", "HadMember", "MentionOf", "WasRevisionOf", "WasQuotedFrom");
    name(DERIVED, "HadPrimarySource");
    name(INVALIDATED, "WasInvalidatedBy");
    name(ANY, "WasInfluencedBy", "SimpleEdge", "Edge");
  }

  private static void name(EdgeKind kind, String... names) {
    for (String name : names) {
      BY_NAME.put(Bytes.of(name), kind);
      BY_NAME.put(VertexKind.lower(Bytes.of(name)), kind);
    }
  }

  /** The kind of a type, in any case of letters; null if it names no edge. */
  static EdgeKind of(Bytes type) {
    EdgeKind kind = BY_NAME.get(type);
    if (kind != null) {
      return kind;
    }
    Bytes lower = VertexKind.lower(type);
    return lower.startsWith(EVENT_PREFIX) ? EVENT : BY_NAME.get(lower);
  }
}
