// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.spi.reporter.OperationSink;

/** The sink of a replay, with the time of the current line and the number of gaps. */
public class TimedSink {
  public final OperationSink sink;

  /** Time of the current line. */
  public long nowNanos;

  /** Number of gaps so far. */
  public long gaps;

  public TimedSink(OperationSink sink) {
    this.sink = sink;
  }

  /** Creates an object without an identity. */
  public long newObject(ObjectKind kind, String label) {
    return object(kind, Bytes.EMPTY, label);
  }

  /** Returns the object with an identity. */
  public long object(ObjectKind kind, Bytes identity, String label) {
    return sink.object(new ObjectDeclaration(kind, identity, Bytes.of(label)), nowNanos);
  }

  /** Returns the object at a path. Its identity may be empty. */
  public long objectAt(Bytes path, ObjectKind kind, Bytes identity) {
    return sink.objectAt(path, new ObjectDeclaration(kind, identity, Bytes.EMPTY), nowNanos);
  }

  /** Returns the object at a path, without its identity. */
  public long objectAt(Bytes path, ObjectKind kind) {
    return objectAt(path, kind, Bytes.EMPTY);
  }

  /** Returns an object whose name is not a path. */
  public long named(String name, ObjectKind kind) {
    return objectAt(Bytes.of(name), kind);
  }

  public void gap(long process, GapCause cause, long count) {
    gaps++;
    sink.gap(process, cause, count, nowNanos);
  }
}
