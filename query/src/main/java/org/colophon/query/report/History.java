// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.report;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.jspecify.annotations.Nullable;

/**
 * The events at a path.
 *
 * @param bindings bindings of the path to objects, in LSN order
 * @param events events in LSN order
 * @param changes records attached to the objects, in LSN order; empty if not requested
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
    /** The path was bound to the object. */
    BOUND,
    /** The path was unbound from the object: removed, moved away or replaced. */
    UNBOUND,
    /** The object's content was cut off, so that a version began. */
    CUT,
    /** The object was written. */
    WRITTEN,
    /** The object got or lost a name. */
    NAMED
  }

  /**
   * An event.
   *
   * @param version version of the object, counted from 0
   * @param process the acting process; null if unknown
   * @param lastLsn LSN of the end of a write; otherwise the same as lsn
   * @param other for a move, the object's other name; for a write before the path was bound, the
   *     object's name then; otherwise empty
   * @param timeNanos wall-clock time, 0 if unknown; for a move that was not recorded, the time when
   *     it was noticed
   * @param unmovedNanos for a move that was not recorded, the time of the last use before it;
   *     otherwise 0
   * @param digest digests of the object's content after the event; null if unknown
   */
  public record Event(
      EventKind kind,
      long object,
      int version,
      @Nullable ProcessInfo process,
      long lsn,
      long lastLsn,
      long count,
      long bytes,
      Bytes other,
      long timeNanos,
      long unmovedNanos,
      @Nullable FileDigest digest) {
    /** Returns whether this is a move that was noticed later. */
    public boolean isUnrecordedMove() {
      return unmovedNanos != 0;
    }
  }
}
