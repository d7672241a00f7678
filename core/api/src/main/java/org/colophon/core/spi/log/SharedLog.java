// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.log;

/**
 * A durable log in partitions. All frames of a host are in one partition, in the order in which
 * they were appended. Any thread.
 */
public interface SharedLog {
  /** Returns the log's name in messages, such as {@code topic colophon at broker:9092}. */
  String place();

  /**
   * Connects a writer. Creates the log if it does not exist.
   *
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the log cannot be reached
   */
  SharedLogWriter writer();

  /**
   * Connects a reader. The readers of a group share the partitions.
   *
   * @param member a name of the reader that is stable and unique in the group
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the log cannot be reached
   */
  SharedLogReader reader(String group, String member);
}
