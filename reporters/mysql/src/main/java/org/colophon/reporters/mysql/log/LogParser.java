package org.colophon.reporters.mysql.log;

/**
 * Parser of one log. Belongs to one thread.
 *
 * <ol>
 *   <li>{@link #start} before the first bytes of a file, or where its reading begins.
 *   <li>{@link #take} with whole lines, and {@link #takePart} with parts of a very long line.
 *   <li>{@link #quiet} when nothing came for a while. Servers write a record at once, so the bytes
 *       so far are a whole record.
 *   <li>{@link #end} when no byte of the file will follow.
 * </ol>
 *
 * <p>After each call the caller asks {@link #rewindTo} and, if there is an offset, resumes there
 * with {@link #start}.
 */
public interface LogParser {
  /** Absent offset. */
  long NOWHERE = -1;

  /** Starts at an offset and drops pending input. */
  void start(long offset);

  /**
   * Takes whole lines.
   *
   * @param offset offset of {@code bytes[from]} in the file
   */
  void take(byte[] bytes, int from, int to, long offset);

  /** Takes a part of a line whose end is not among the bytes. */
  void takePart(byte[] bytes, int from, int to, long offset);

  /**
   * Handles a pause of the log.
   *
   * @param isLong whether even a text that ends inside a quote is complete
   */
  void quiet(boolean isLong);

  /** Handles the end of the file. */
  void end();

  /**
   * Offset before the first record that was not passed on. A reader that starts there misses and
   * repeats no record.
   */
  long settled();

  /** Offset to resume at, {@link #NOWHERE} to continue. The call resets it. */
  long rewindTo();
}
