// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Kinds of edges in a feed. Edges go from effect to cause. */
enum EdgeKind {
  /** From a process to an object. */
  USED,
  /** From an object to a process. */
  GENERATED,
  /** From a process to a process. */
  INFORMED,
  /** From a process to an agent. */
  ASSOCIATED,
  /** Between objects, including agents. */
  DERIVED,
  /** From an object to the process that ended it. */
  INVALIDATED,
  /** Between any vertices. The kinds of the vertices decide the meaning. */
  ANY,
  /** Between a process and another vertex, in a direction that the event implies. */
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
    name(DERIVED, "HadPrimarySource", "MemberOf");
    name(INVALIDATED, "WasInvalidatedBy");
    name(ANY, "WasInfluencedBy", "SimpleEdge", "Edge");
  }

  private static void name(EdgeKind kind, String... names) {
    for (String name : names) {
      BY_NAME.put(Bytes.of(name), kind);
      BY_NAME.put(VertexKind.lower(Bytes.of(name)), kind);
    }
  }

  /** Returns the kind of a type in its usual spelling; null if it may be another one. */
  static @Nullable EdgeKind exactly(Bytes type) {
    return BY_NAME.get(type);
  }

  /** Returns the kind of a type, ignoring case; null if it is not an edge. */
  static @Nullable EdgeKind of(Bytes type) {
    EdgeKind kind = BY_NAME.get(type);
    if (kind != null) {
      return kind;
    }
    Bytes lower = VertexKind.lower(type);
    return lower.startsWith(EVENT_PREFIX) ? EVENT : BY_NAME.get(lower);
  }
}
