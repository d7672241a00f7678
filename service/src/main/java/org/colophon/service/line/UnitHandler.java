// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import org.colophon.core.model.Bytes;

/**
 * Handles units, whose operations are recorded together or not at all. The default methods reject
 * units, which only numbered lines support.
 */
public interface UnitHandler {
  /** Handler that rejects units. */
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

  /** Sends a source's position to the client, which resumes there. */
  default void sendPosition(String source) {
    throw refused();
  }

  private static BadLineException refused() {
    return new BadLineException(
        "units and positions are for numbered lines: POST /v1/sources/SOURCE/operations");
  }
}
