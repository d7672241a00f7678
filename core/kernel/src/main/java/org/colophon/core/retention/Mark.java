package org.colophon.core.retention;

import org.colophon.core.model.AccessMode;

/**
 * An access by one of the {@link Markers}, in place of removed accesses.
 *
 * @param isPast true for the past, false for the future
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
  /** Merges both into one. */
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
