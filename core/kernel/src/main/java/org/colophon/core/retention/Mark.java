package org.colophon.core.retention;

import org.colophon.core.model.AccessMode;

/**
 * An access by one of the {@link Markers}, in the place of accesses that went.
 *
 * @param isPast by the past, else by the future
 */
record Mark(
    boolean isPast,
    AccessMode mode,
    long first,
    long last,
    long count,
    long bytes,
    long firstNanos,
    long lastNanos) {
  /** Both in one. */
  Mark with(Mark other) {
    Mark begin = first <= other.first ? this : other;
    Mark end = last >= other.last ? this : other;
    return new Mark(
        isPast,
        mode,
        begin.first,
        end.last,
        count + other.count,
        bytes + other.bytes,
        begin.firstNanos,
        end.lastNanos);
  }
}
