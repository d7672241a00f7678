// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.FeedLine;
import org.jspecify.annotations.Nullable;

/** Reports edges to the sink. */
final class Edges {
  private final OperationSink sink;
  private final Annotations annotations;

  Edges(OperationSink sink, Annotations annotations) {
    this.sink = sink;
    this.annotations = annotations;
  }

  /**
   * Reports an edge between two vertices.
   *
   * @return the problem, or null
   */
  @Nullable String report(FeedLine line, EdgeKind kind, Vertex effect, Vertex cause) {
    Bytes operation = kind == EdgeKind.EVENT ? line.type : line.find(AnnotationKeys.OPERATION);
    if (effect.kind == VertexKind.EVENT || cause.kind == VertexKind.EVENT) {
      return join(line, effect, cause);
    }
    Facts facts = new Facts(line, operation);
    return switch (kind) {
      case USED -> used(facts, effect, cause);
      case GENERATED -> generated(facts, effect, cause);
      case INFORMED -> informed(facts, effect, cause);
      case ASSOCIATED -> associated(facts, effect, cause);
      case DERIVED -> derived(facts, effect, cause);
      case INVALIDATED -> invalidated(facts, effect, cause);
      case ANY -> any(facts, effect, cause);
      case EVENT -> event(facts, effect, cause);
    };
  }

  /** Details of an edge, from the edge's line or from the event that joins the ends. */
  private static final class Facts {
    final FeedLine line;
    final String operation;
    final long timeNanos;
    final long bytes;

    Facts(FeedLine line, @Nullable Bytes said) {
      this.line = line;
      this.operation = said == null ? "" : Operations.plain(said);
      this.timeNanos = line.takeTime(AnnotationKeys.TIME);
      this.bytes = line.takeNumber(AnnotationKeys.SIZE);
    }

    Facts(FeedLine line, Vertex event) {
      this.line = line;
      this.operation = Operations.plain(event.operation);
      this.timeNanos = event.timeNanos;
      this.bytes = event.bytes;
    }

    /**
     * Marks the annotation with the operation as represented if Colophon's name of the operation is
     * the same.
     */
    void takeOperation(Enum<?> kind) {
      if (operation.equalsIgnoreCase(kind.name())) { // the operation is in lower case
        line.take(AnnotationKeys.OPERATION);
      }
    }
  }

  private @Nullable String used(Facts facts, Vertex effect, Vertex cause) {
    if (!effect.isProcess() || !cause.isObject()) {
      return "Used must lead from a process to an artifact";
    }
    return access(facts, Operations.used(facts.operation), effect, cause);
  }

  private @Nullable String generated(Facts facts, Vertex effect, Vertex cause) {
    if (!effect.isObject() || !cause.isProcess()) {
      return "WasGeneratedBy must lead from an artifact to a process";
    }
    return access(facts, Operations.generated(facts.operation), cause, effect);
  }

  private @Nullable String access(Facts facts, OperationKind kind, Vertex process, Vertex object) {
    sink.access(kind, Phase.WHOLE, process.node, object.node, facts.bytes, facts.timeNanos);
    facts.takeOperation(kind);
    annotations.keep(facts.line, process.node, object.node, facts.timeNanos);
    return null;
  }

  private @Nullable String informed(Facts facts, Vertex effect, Vertex cause) {
    if (!effect.isProcess() || !cause.isProcess()) {
      return "WasTriggeredBy must lead from a process to a process";
    }
    LinkKind kind = Operations.link(facts.operation);
    if (effect.node != cause.node) {
      sink.link(kind, effect.node, cause.node, facts.timeNanos);
    }
    facts.takeOperation(kind);
    annotations.keep(facts.line, effect.node, 0, facts.timeNanos);
    return null;
  }

  private @Nullable String associated(Facts facts, Vertex effect, Vertex cause) {
    if (!effect.isProcess() || cause.kind != VertexKind.AGENT) {
      return "WasControlledBy must lead from a process to an agent";
    }
    return access(facts, OperationKind.ASSOCIATE, effect, cause);
  }

  /** Ignores edges between versions of one object. */
  private @Nullable String derived(Facts facts, Vertex effect, Vertex cause) {
    if (!effect.isObject() || !cause.isObject()) {
      return "WasDerivedFrom must lead from an artifact to an artifact";
    }
    if (effect.node != cause.node) {
      sink.derive(effect.node, cause.node, 0, facts.timeNanos);
    }
    annotations.keep(facts.line, 0, effect.node, facts.timeNanos);
    return null;
  }

  private @Nullable String invalidated(Facts facts, Vertex effect, Vertex cause) {
    if (!effect.isObject() || !cause.isProcess()) {
      return "WasInvalidatedBy must lead from an artifact to a process";
    }
    return access(facts, OperationKind.OPEN, cause, effect);
  }

  private @Nullable String any(Facts facts, Vertex effect, Vertex cause) {
    if (effect.isProcess() && cause.isProcess()) {
      return informed(facts, effect, cause);
    }
    if (effect.isProcess()) {
      boolean isAgent = cause.kind == VertexKind.AGENT;
      return isAgent ? associated(facts, effect, cause) : used(facts, effect, cause);
    }
    return cause.isProcess() ? generated(facts, effect, cause) : derived(facts, effect, cause);
  }

  private @Nullable String event(Facts facts, Vertex one, Vertex other) {
    if (one.isProcess() && other.isProcess()) {
      // An event leads from the actor to its target, which is the effect.
      return informed(facts, other, one);
    }
    if (!one.isProcess() && !other.isProcess()) {
      return "an event must join a subject with an object or a subject";
    }
    Vertex process = one.isProcess() ? one : other;
    Vertex object = one.isProcess() ? other : one;
    return access(facts, Operations.event(facts.operation), process, object);
  }

  /**
   * Handles an edge of an event vertex. The event is reported once its subject and object are
   * known.
   */
  private @Nullable String join(FeedLine line, Vertex effect, Vertex cause) {
    Vertex event = effect.kind == VertexKind.EVENT ? effect : cause;
    Vertex end = event == effect ? cause : effect;
    if (end.kind == VertexKind.EVENT) {
      return "an edge cannot join two events";
    }
    if (end.isProcess() && event.subject == null) {
      event.subject = end;
    } else {
      event.object = end;
    }
    if (event.subject != null && event.object != null) {
      Vertex object = event.object;
      event.object = null;
      return event(new Facts(line, event), event.subject, object);
    }
    return null;
  }
}
