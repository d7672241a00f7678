// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import org.colophon.core.model.AccessMode;

/**
 * An access by one of the {@link Placeholders}, in place of removed accesses.
 *
 * @param isPast true for the past, false for the future
 */
public record PlaceholderEdge(
    boolean isPast,
    AccessMode mode,
    long first,
    long last,
    long count,
    long bytes,
    long firstNanos,
    long lastNanos) {
  /** Merges two edges into one. */
  public PlaceholderEdge with(PlaceholderEdge other) {
    PlaceholderEdge begin = first <= other.first ? this : other;
    PlaceholderEdge end = last >= other.last ? this : other;
    return new PlaceholderEdge(
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
