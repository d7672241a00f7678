package org.colophon.core.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.reporter.PositionLimits;

/** Where the reporters of sources were left, as far as published. Any thread. */
public final class SourcePositions {
  private static final int MAX_SOURCES = 10_000;

  private final ConcurrentHashMap<String, Bytes> published;

  /** The positions that the journal has. */
  public SourcePositions(Map<String, Bytes> recovered) {
    this.published = new ConcurrentHashMap<>(recovered);
  }

  public Bytes of(String source) {
    return published.getOrDefault(source, Bytes.EMPTY);
  }

  public Map<String, Bytes> all() {
    return Map.copyOf(published);
  }

  /** Refuses what the journal should not have to carry along. */
  public void check(String source, Bytes position) {
    PositionLimits.check(source, position);
    if (!position.isEmpty() && published.size() >= MAX_SOURCES && !published.containsKey(source)) {
      throw new ColophonException(
          ErrorCode.LIMIT_REACHED,
          "the store has positions of %d sources, and has room for no more: forget some with an empty position"
              .formatted(MAX_SOURCES));
    }
  }

  /** Takes note of the positions among published slots. */
  public void note(RecordEvent[] events, int count) {
    for (int i = 0; i < count; i++) {
      RecordEvent event = events[i];
      if (event.isPosition()) {
        note(event.label, (Bytes) event.payload);
      }
    }
  }

  private void note(String source, Bytes position) {
    if (position.isEmpty()) {
      published.remove(source);
    } else {
      published.put(source, position);
    }
  }
}
