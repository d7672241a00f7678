package org.colophon.core.kernel;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.ring.RecordEvent;

/** Where the reporters of sources were left, as far as published. Any thread. */
final class Positions {
  private static final int MAX_SOURCES = 10_000;
  private static final int MAX_SOURCE_CHARACTERS = 256;
  private static final int MAX_POSITION_BYTES = 4 << 10;

  private final ConcurrentHashMap<String, Bytes> published;

  /** The positions that the journal has. */
  Positions(Map<String, Bytes> recovered) {
    this.published = new ConcurrentHashMap<>(recovered);
  }

  Bytes of(String source) {
    return published.getOrDefault(source, Bytes.EMPTY);
  }

  Map<String, Bytes> all() {
    return Map.copyOf(published);
  }

  /** Refuses what the journal should not have to carry along. */
  void check(String source, Bytes position) {
    if (source.isEmpty() || source.length() > MAX_SOURCE_CHARACTERS) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT,
          "a source's name has 1 to %d characters, not %d"
              .formatted(MAX_SOURCE_CHARACTERS, source.length()));
    }
    if (position.length() > MAX_POSITION_BYTES) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT,
          "the position of %d bytes of source '%s' is too long, the limit is %d"
              .formatted(position.length(), source, MAX_POSITION_BYTES));
    }
    if (!position.isEmpty() && published.size() >= MAX_SOURCES && !published.containsKey(source)) {
      throw new ColophonException(
          ErrorCode.LIMIT_REACHED,
          "the store has positions of %d sources, and has room for no more: forget some with an empty position"
              .formatted(MAX_SOURCES));
    }
  }

  /** Takes note of the positions among published slots. */
  void note(RecordEvent[] events, int count) {
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
