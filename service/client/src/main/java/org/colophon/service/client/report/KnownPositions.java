package org.colophon.service.client.report;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.PositionLimits;

/** Latest known positions of the sources of a remote sink. Guarded by the queue's lock. */
final class KnownPositions {
  /** The service stores the claim of a position under a longer name than the source's. */
  private static final int MAX_SOURCE_CHARACTERS = 250;

  private final Map<String, Bytes> latest = new HashMap<>();

  /** Throws if the service would reject a position. */
  static void check(String source, Bytes position) {
    PositionLimits.check(source, position);
    if (source.length() > MAX_SOURCE_CHARACTERS) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT,
          "a service takes a source's name of up to %d characters, not %d"
              .formatted(MAX_SOURCE_CHARACTERS, source.length()));
    }
  }

  /** Returns null if the position is unknown. */
  Bytes of(String source) {
    return latest.get(source);
  }

  /** Called when the reporter has moved a position. */
  void moved(String source, Bytes position) {
    latest.put(source, position);
  }

  /** Adds positions from the service; those that were moved since are newer and stay. */
  void learn(Map<String, Bytes> positions) {
    positions.forEach(latest::putIfAbsent);
  }
}
