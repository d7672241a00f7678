// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** Limits of a position and of the name of its source. */
public final class PositionLimits {
  /** Maximum length of a position. */
  public static final int MAX_POSITION_BYTES = 4 << 10;

  private static final int MAX_SOURCE_CHARACTERS = 256;

  private PositionLimits() {}

  /**
   * Rejects names and positions that are too long for the journal.
   *
   * @throws ColophonException BAD_INPUT
   */
  public static void check(String source, Bytes position) {
    if (source.isEmpty() || source.length() > MAX_SOURCE_CHARACTERS) {
      throw ErrorCode.BAD_INPUT.exception(
          "a source's name has 1 to %d characters, not %d"
              .formatted(MAX_SOURCE_CHARACTERS, source.length()));
    }
    if (position.length() > MAX_POSITION_BYTES) {
      throw ErrorCode.BAD_INPUT.exception(
          "the position of %d bytes of source '%s' is too long, the limit is %d"
              .formatted(position.length(), source, MAX_POSITION_BYTES));
    }
  }
}
