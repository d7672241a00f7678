// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.util.HashMap;
import java.util.Map;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.PositionLimits;

/** Positions of sources. All sinks of a connection share them. Guarded by the queue's monitor. */
final class SourcePositions {
  /**
   * Maximum length of a source's name. The service stores a claim of the position, too, under a
   * longer name.
   */
  private static final int MAX_SOURCE_CHARACTERS = 250;

  private final OperationQueue queue;

  /** Latest known positions by source. */
  private final Map<String, Bytes> cached = new HashMap<>();

  SourcePositions(OperationQueue queue) {
    this.queue = queue;
  }

  /**
   * Adds positions from the service. Does not replace positions that this client knows, which are
   * newer.
   */
  void learn(Map<String, Bytes> positions) {
    positions.forEach(cached::putIfAbsent);
  }

  void keep(OpenUnit unit, Call call, String source, Bytes position, int[] idsAt) {
    if (!unit.isOpen()) {
      throw ErrorCode.BAD_REQUEST.exception("no unit is open: begin one first");
    }
    check(source, position);
    unit.position(call, source, position).idsAt = idsAt;
  }

  /** Ends a unit with its last position, and queues the unit. Drops a unit that is refused. */
  void end(OpenUnit unit, String source, Bytes position, int[] idsAt) {
    try {
      keep(unit, Call.POSITION, source, position, idsAt);
      Map<String, Bytes> moved = unit.moved();
      queue.append(unit);
      moved(moved);
    } finally {
      unit.drop();
    }
  }

  /** Stores the new positions of a unit. */
  void moved(Map<String, Bytes> newer) {
    cached.putAll(newer);
  }

  /** Returns the position of a source. May wait for the service. */
  Bytes of(String source) {
    check(source, Bytes.EMPTY);
    synchronized (queue) {
      Bytes position = cached.get(source);
      if (position != null) {
        return position;
      }
      queue.next(Call.WHERE, source.length(), 0).text = source;
    }
    queue.awaitAcknowledged(queue.flush());
    synchronized (queue) {
      Bytes learned = cached.get(source);
      if (learned == null) {
        throw ErrorCode.BAD_INPUT.exception(
            "the service keeps no position of '%s'".formatted(Bytes.of(source).display()));
      }
      return learned;
    }
  }

  /** Throws if the service would reject a position. */
  private static void check(String source, Bytes position) {
    PositionLimits.check(source, position);
    if (source.length() > MAX_SOURCE_CHARACTERS) {
      throw ErrorCode.BAD_INPUT.exception(
          "a service accepts a source name of up to %d characters, not %d"
              .formatted(MAX_SOURCE_CHARACTERS, source.length()));
    }
  }
}
