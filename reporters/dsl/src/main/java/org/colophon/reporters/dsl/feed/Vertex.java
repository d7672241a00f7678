package org.colophon.reporters.dsl.feed;

import org.colophon.core.model.Bytes;

/** What is remembered of a vertex. Only events change: they learn whom they join. */
final class Vertex {
  final VertexKind kind;

  /** The sink's id of the process or object; 0 for an event. */
  final long node;

  final long fingerprint;

  /** Of an event: what it was, and below that whom it joined so far, when, and how much moved. */
  final Bytes operation;

  Vertex subject;
  Vertex object;
  long timeNanos;
  long bytes;

  Vertex(VertexKind kind, long node, long fingerprint, Bytes operation) {
    this.kind = kind;
    this.node = node;
    this.fingerprint = fingerprint;
    this.operation = operation;
  }

  boolean isProcess() {
    return kind == VertexKind.PROCESS;
  }

  /** Whether it is an object to the sink: agents are, too. */
  boolean isObject() {
    return kind == VertexKind.OBJECT || kind == VertexKind.AGENT;
  }
}
