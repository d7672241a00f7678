// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

/** Access of a statement to a table. */
public enum Access {
  /** Reads rows. */
  READ(Direction.READ),
  INSERT(Direction.WRITE),
  /** Replaces rows. */
  REPLACE(Direction.WRITE),
  UPDATE(Direction.WRITE),
  DELETE(Direction.WRITE),
  /** Adds rows from a file. */
  LOAD(Direction.WRITE),
  /** Removes all rows, which cuts off the old content. */
  TRUNCATE(Direction.WRITE),
  /** Creates the table, possibly replacing one with the same name. */
  CREATE(Direction.WRITE),
  /** Like {@link #CREATE}, but leaves an existing table unchanged. */
  CREATE_IF_ABSENT(Direction.WRITE),
  DROP(Direction.WRITE),
  /**
   * Changes the definition and keeps the rows, except in partitions that are dropped or exchanged.
   */
  ALTER(Direction.WRITE),
  /** Uses only the definition: LIKE, base tables of a view, EXPLAIN. */
  SCHEMA,
  /** Calls a procedure of that name from a body or block. */
  CALL,
  /** Like {@link #CALL}, for a stored function. */
  CALL_FUNCTION,
  /** Unknown effect of a routine: it is not defined in the log, runs dynamic SQL, or uses files. */
  UNKNOWN,
  /** Uses session variables in a routine. */
  VARIABLES;

  private enum Direction {
    READ,
    WRITE,
    NONE
  }

  private final Direction direction;

  Access() {
    this(Direction.NONE);
  }

  Access(Direction direction) {
    this.direction = direction;
  }

  public boolean isRead() {
    return direction == Direction.READ;
  }

  public boolean isWrite() {
    return direction == Direction.WRITE;
  }

  /** Returns whether the access concerns rows or the table itself. */
  public boolean isOfTable() {
    return direction != Direction.NONE;
  }
}
