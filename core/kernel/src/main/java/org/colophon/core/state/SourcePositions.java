// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.reporter.PositionLimits;

/** Last published positions of the reporters' sources. Any thread. */
public final class SourcePositions {
  private static final int MAX_SOURCES = 10_000;

  private final ConcurrentHashMap<String, Bytes> published;

  /** Number of sources that keep transactions. They have a limit of their own. */
  private final AtomicInteger reserved = new AtomicInteger();

  /** Constructs an instance with the positions recovered from the journal. */
  public SourcePositions(Map<String, Bytes> recovered) {
    this.published = new ConcurrentHashMap<>();
    recovered.forEach(this::note);
  }

  public Bytes of(String source) {
    return published.getOrDefault(source, Bytes.EMPTY);
  }

  public Map<String, Bytes> all() {
    return Map.copyOf(published);
  }

  /** Rejects positions that are too large or belong to too many sources. */
  public void check(String source, Bytes position) {
    PositionLimits.check(source, position);
    if (PreparedTransactions.isReserved(source)) {
      throw ErrorCode.BAD_INPUT.exception(
          "the name '%s' is reserved for transactions: choose another source name"
              .formatted(source));
    }
    boolean isFull = published.size() - reserved.get() >= MAX_SOURCES;
    if (!position.isEmpty() && isFull && !published.containsKey(source)) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the store has positions of %d sources, the maximum: remove some by reporting an empty position"
              .formatted(MAX_SOURCES));
    }
  }

  /** Stores the positions among published slots. */
  public void note(RecordEvent[] events, int count) {
    for (int i = 0; i < count; i++) {
      RecordEvent event = events[i];
      if (event.isPosition()) {
        note(event.label, (Bytes) event.payload);
      }
    }
  }

  private void note(String source, Bytes position) {
    Bytes before = position.isEmpty() ? published.remove(source) : published.put(source, position);
    if (PreparedTransactions.isReserved(source)) {
      reserved.addAndGet((before == null ? 0 : -1) + (position.isEmpty() ? 0 : 1));
    }
  }
}
