package org.colophon.reporters.mysql.sql.model;

/** How a statement touches a table. */
public enum Access {
  /** Rows are read. */
  READ(Direction.READ),
  INSERT(Direction.WRITE),
  /** Rows are put in the place of others. */
  REPLACE(Direction.WRITE),
  UPDATE(Direction.WRITE),
  DELETE(Direction.WRITE),
  /** Rows come from a file. */
  LOAD(Direction.WRITE),
  /** All rows go: the old content is cut off. */
  TRUNCATE(Direction.WRITE),
  /** The table comes into being, perhaps over one of the same name. */
  CREATE(Direction.WRITE),
  /** As {@link #CREATE}, unless there is one already, which then stays as it is. */
  CREATE_IF_ABSENT(Direction.WRITE),
  DROP(Direction.WRITE),
  /** The definition changes, the rows stay; partitions may go or be exchanged. */
  ALTER(Direction.WRITE),
  /** Only the definition is looked at: LIKE, a view's base tables, EXPLAIN. No rows pass. */
  SCHEMA,
  /** What is named is no table, but a procedure that is called, by a body or a block. */
  CALL,
  /** As {@link #CALL}, a stored function. */
  CALL_FUNCTION;

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
}
