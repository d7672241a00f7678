package org.colophon.reporters.mysql.log;

/**
 * Takes the bytes of one log apart. Belongs to one thread.
 *
 * <ol>
 *   <li>{@link #start} before the first bytes of a file, or where its reading begins.
 *   <li>{@link #take} with whole lines as they come; {@link #takePart} where a line is longer than
 *       the caller wants to keep.
 *   <li>{@link #quiet} when nothing came for a while: servers write a record in one go, so what is
 *       there then is a whole record, whatever it looks like.
 *   <li>{@link #end} when no byte of the file is to come.
 * </ol>
 *
 * <p>After each of these the caller asks {@link #rewindTo} and, if told so, goes on from there with
 * {@link #start}.
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
