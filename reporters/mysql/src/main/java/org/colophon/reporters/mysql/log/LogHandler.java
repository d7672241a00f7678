// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

/** Receives the records of a parser on its thread, in the order of the log. */
public interface LogHandler {
  /** Handles a record, which the parser reuses after the call. */
  void record(LogRecord record);

  /**
   * Handles bytes that form no record.
   *
   * @param offset offset in the file
   * @param problem description of the problem
   */
  void bad(long offset, String problem);
}
