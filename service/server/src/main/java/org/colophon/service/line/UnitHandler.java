package org.colophon.service.line;

import org.colophon.core.model.Bytes;

/**
 * Handler of units, whose operations are recorded together or not at all. By default it refuses
 * units, which only numbered lines have.
 */
public interface UnitHandler {
  /** Refuses units. */
  UnitHandler NONE = new UnitHandler() {};

  default void begin() {
    throw refused();
  }

  /** Adds a position to the unit. */
  default void note(String source, Bytes position) {
    throw refused();
  }

  default void end(String source, Bytes position) {
    throw refused();
  }

  /** Returns a source's position to the client, which resumes there. */
  default void ask(String source) {
    throw refused();
  }

  private static BadLineException refused() {
    return new BadLineException(
        "units and positions are for numbered lines: POST /v1/sources/SOURCE/operations");
  }
}
