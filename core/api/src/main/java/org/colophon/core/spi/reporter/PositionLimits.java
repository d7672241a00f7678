package org.colophon.core.spi.reporter;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** What a position and the name of its source may be. */
public final class PositionLimits {
  /** The longest position, in bytes. */
  public static final int MAX_POSITION_BYTES = 4 << 10;

  private static final int MAX_SOURCE_CHARACTERS = 256;

  private PositionLimits() {}

  /**
   * Refuses what the journal should not have to carry along.
   *
   * @throws ColophonException BAD_INPUT
   */
  public static void check(String source, Bytes position) {
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
  }
}
