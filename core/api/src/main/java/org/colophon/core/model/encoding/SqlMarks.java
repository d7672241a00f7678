// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;

/**
 * Marks of the processes that the log of a database tells. A connection starts its transactions,
 * and its statements outside transactions; a transaction starts its statements. Immutable.
 */
public final class SqlMarks {
  /**
   * Type of the extended record of a connection: the URL of the server, then a blank and the user
   * if known.
   */
  public static final String CONNECTION = "sql/connection";

  /** Type of the extended record with the whole text of a statement whose name is shortened. */
  public static final String TEXT = "sql/text";

  /** Type of the extended record of a statement without effect: the reason. */
  public static final String OUTCOME = "sql/outcome";

  /** Begin of the name of a statement whose text is not logged. No SQL begins like this. */
  public static final Bytes ROWS = Bytes.of("row changes: ");

  /** Begin of the name of a process that stands for the rows of many statements. */
  public static final Bytes UNCOMMITTED = Bytes.of("uncommitted rows of ");

  private SqlMarks() {}
}
