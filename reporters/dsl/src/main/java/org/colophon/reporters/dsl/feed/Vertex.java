// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** A remembered vertex. Only events change: their ends become known later. */
final class Vertex {
  final VertexKind kind;

  /** The sink's id of the process or object; 0 for an event. */
  final long node;

  final long fingerprint;

  /** Fields of an event: operation, known ends, time and bytes. */
  final Bytes operation;

  @Nullable Vertex subject;
  @Nullable Vertex object;
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

  /** Returns true if it is an object in the sink, which includes agents. */
  boolean isObject() {
    return kind == VertexKind.OBJECT || kind == VertexKind.AGENT;
  }
}
