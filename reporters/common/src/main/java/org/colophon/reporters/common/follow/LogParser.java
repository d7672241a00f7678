// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

/**
 * Parser of the bytes of one log. One thread.
 *
 * <ol>
 *   <li>{@link #start} before the first bytes of a file or the resumed position.
 *   <li>{@link #take} with complete lines, or {@link #takePart} with parts of a very long line.
 *   <li>{@link #quiet} after a pause. Servers write a record at once, so the last record is then
 *       complete.
 *   <li>{@link #end} at the end of the file.
 * </ol>
 *
 * <p>After each of these, the caller calls {@link #rewindTo}. If it returns an offset, the caller
 * continues there with {@link #start}.
 */
public interface LogParser {
  /** Result of {@link #rewindTo} if parsing continues at the current offset. */
  long NOWHERE = -1;

  /** Starts at an offset and discards pending data. */
  void start(long offset);

  /**
   * Parses complete lines.
   *
   * @param offset offset of {@code bytes[from]} in the file
   */
  void take(byte[] bytes, int from, int to, long offset);

  /** Parses a part of a line without its end. */
  void takePart(byte[] bytes, int from, int to, long offset);

  /**
   * Handles a pause.
   *
   * @param isLong whether the pause is so long that even an unclosed quotation is complete
   */
  default void quiet(boolean isLong) {}

  /** Handles the end of the file. */
  default void end() {}

  /** Returns the offset after the last record that was reported. */
  long settled();

  /** Returns and clears the offset to continue at; {@link #NOWHERE} for the current offset. */
  default long rewindTo() {
    return NOWHERE;
  }
}
