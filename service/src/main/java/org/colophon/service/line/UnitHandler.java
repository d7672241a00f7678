// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.TransactionStep;
import org.jspecify.annotations.Nullable;

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

  /** Takes a step of a transaction, which ends the unit. */
  default void end(TransactionStep step, String transaction) {
    throw refused();
  }

  /** Returns the step of a transaction that an operation takes; null for other operations. */
  static @Nullable TransactionStep step(@Nullable String op) {
    return op == null
        ? null
        : switch (op) {
          case "prepare" -> TransactionStep.PREPARE;
          case "commit" -> TransactionStep.COMMIT;
          case "abort" -> TransactionStep.ABORT;
          case "abandon" -> TransactionStep.ABANDON;
          default -> null;
        };
  }

  /** Sends a source's position to the client, which resumes there. */
  default void sendPosition(String source) {
    throw refused();
  }

  private static BadLineException refused() {
    return new BadLineException(
        "units, positions and transactions are for numbered lines: POST /v1/sources/SOURCE/operations");
  }
}
