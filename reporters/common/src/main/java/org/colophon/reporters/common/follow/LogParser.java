package org.colophon.reporters.common.follow;

/**
 * Parser of the bytes of one log. One thread.
 *
 * <ol>
 *   <li>{@link #start} before the first bytes of a file or the resumed position.
 *   <li>{@link #take} with complete lines; {@link #takePart} for parts of a very long line.
 *   <li>{@link #quiet} after a pause: servers write a record at once, so it is complete then.
 *   <li>{@link #end} at the end of the file.
 * </ol>
 *
 * <p>After each of these the caller asks {@link #rewindTo} and, if required, continues there with
 * {@link #start}.
 */
public interface LogParser {
  /** No position to return to. */
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
   * @param isLong whether even an open quotation is complete
   */
  default void quiet(boolean isLong) {}

  /** Handles the end of the file. */
  default void end() {}

  /** Returns the offset of the first byte whose record was not passed on. */
  long settled();

  /** Returns and clears the offset to continue at; {@link #NOWHERE} for the current one. */
  default long rewindTo() {
    return NOWHERE;
  }
}
