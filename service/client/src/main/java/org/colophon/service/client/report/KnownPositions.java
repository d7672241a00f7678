package org.colophon.service.client.report;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.PositionLimits;

/**
 * Where the sources of a remote sink's reporters are, as far as that was asked or handed over.
 * Guarded by the queue's lock.
 */
final class KnownPositions {
  /** The service keeps who asked for a position by a name that is longer than the source's. */
  private static final int MAX_SOURCE_CHARACTERS = 250;

  private final Map<String, Bytes> latest = new HashMap<>();

  /** Refuses a position that a service would not take. */
  static void check(String source, Bytes position) {
    PositionLimits.check(source, position);
    if (source.length() > MAX_SOURCE_CHARACTERS) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT,
          "a service takes a source's name of up to %d characters, not %d"
              .formatted(MAX_SOURCE_CHARACTERS, source.length()));
    }
  }

  /** Null if it is not known. */
  Bytes of(String source) {
    return latest.get(source);
  }

  /** The reporter has moved it. */
  void moved(String source, Bytes position) {
    latest.put(source, position);
  }

  /** The service told where they were, when it was asked: what was moved since is newer. */
  void learn(Map<String, Bytes> told) {
    told.forEach(latest::putIfAbsent);
  }
}
