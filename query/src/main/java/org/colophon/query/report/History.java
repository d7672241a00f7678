package org.colophon.query.report;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;

/**
 * The events at a path.
 *
 * @param bindings every object that the path was bound to, in LSN order
 * @param events in LSN order
 * @param changes what inspectors and reporters attached to the objects, in LSN order; empty unless
 *     asked for
 */
public record History(
    Bytes path, List<NameBinding> bindings, List<Event> events, List<ExtendedRecord> changes)
    implements Report {
  public History {
    bindings = List.copyOf(bindings);
    events = List.copyOf(events);
    changes = List.copyOf(changes);
  }

  /** The kind of an event. */
  public enum EventKind {
    /** The path began to mean the object. */
    BOUND,
    /** The path ceased to mean the object: removed, moved away or replaced. */
    UNBOUND,
    /** The object's content was cut off and a version began. */
    CUT,
    /** The object was written. */
    WRITTEN,
    /** The object got or lost a name. */
    NAMED
  }

  /**
   * One event.
   *
   * @param version the object's version that it concerns, counted from 0
   * @param process who did it; null if unknown
   * @param lastLsn for a write, where it ended; otherwise the same as lsn
   * @param other for a binding that ended or began by a move, the object's name on the other side;
   *     for a write before the path meant the object, its name then; otherwise empty
   * @param timeNanos wall-clock time, 0 if unknown
   */
  public record Event(
      EventKind kind,
      long object,
      int version,
      ProcessInfo process,
      long lsn,
      long lastLsn,
      long count,
      long bytes,
      Bytes other,
      long timeNanos) {}
}
