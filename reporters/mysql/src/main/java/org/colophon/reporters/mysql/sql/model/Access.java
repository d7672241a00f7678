package org.colophon.reporters.mysql.sql.model;

/** How a statement touches a table. */
public enum Access {
  /** Rows are read. */
  READ(true, false, false),
  INSERT(false, true, false),
  /** Rows are put in the place of others. */
  REPLACE(false, true, false),
  UPDATE(false, true, false),
  DELETE(false, true, false),
  /** Rows come from a file. */
  LOAD(false, true, false),
  /** All rows go: the old content is cut off. */
  TRUNCATE(false, true, true),
  /** The table comes into being, perhaps over one of the same name. */
  CREATE(false, true, true),
  /** As {@link #CREATE}, unless there is one already, which then stays as it is. */
  CREATE_IF_ABSENT(false, true, false),
  DROP(false, true, true),
  /** The definition changes, the rows stay; partitions may go or be exchanged. */
  ALTER(false, true, false),
  /** Only the definition is looked at: LIKE, a view's base tables, EXPLAIN. No rows pass. */
  SCHEMA(false, false, false),
  /** What is named is no table, but a procedure that is called, by a body or a block. */
  CALL(false, false, false),
  /** As {@link #CALL}, a stored function. */
  CALL_FUNCTION(false, false, false);

  private final boolean isRead;
  private final boolean isWrite;
  private final boolean isCutOff;

  Access(boolean isRead, boolean isWrite, boolean isCutOff) {
    this.isRead = isRead;
    this.isWrite = isWrite;
    this.isCutOff = isCutOff;
  }

  public boolean isRead() {
    return isRead;
  }

  public boolean isWrite() {
    return isWrite;
  }

  /** Whether what the table held before does not reach what is read after. */
  public boolean isCutOff() {
    return isCutOff;
  }
}
