package org.colophon.reporters.mysql.log;

/** Takes what a parser finds. Called on the parser's thread, in the order of the log. */
public interface LogHandler {
  /** A record; it is used again after the call. */
  void record(LogRecord record);

  /**
   * Bytes that are no record.
   *
   * @param offset where in the file
   * @param problem what is wrong with them
   */
  void bad(long offset, String problem);
}
