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
  /** No place to go back to. */
  long NOWHERE = -1;

  /** Bytes come from here on; what was pending is forgotten. */
  void start(long offset);

  /**
   * Takes whole lines.
   *
   * @param offset where in the file {@code bytes[from]} is
   */
  void take(byte[] bytes, int from, int to, long offset);

  /** Takes a part of a line whose end is not among the bytes. */
  void takePart(byte[] bytes, int from, int to, long offset);

  /**
   * Nothing came for a while.
   *
   * @param isLong whether so long that even a text that ends inside a quote is whole
   */
  void quiet(boolean isLong);

  /** The file ends. */
  void end();

  /**
   * Where what was not handed on yet begins: a reader that begins there misses nothing and sees
   * nothing twice.
   */
  long settled();

  /** Where the caller is to go on, {@link #NOWHERE} for where it is. Asking forgets it. */
  long rewindTo();
}
