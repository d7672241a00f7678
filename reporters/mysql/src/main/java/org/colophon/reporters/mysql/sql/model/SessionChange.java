package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * What a statement changes in its session, if it succeeds.
 *
 * @param name what is changed: a database, a prepared statement, a handler
 * @param value what it becomes: the SQL mode or character set as written, the prepared text, the
 *     handler's table; empty if the text does not say (a variable's value)
 */
public record SessionChange(Kind kind, Bytes name, Bytes value) {
  /** What is changed. */
  public enum Kind {
    /** The current database becomes {@code name}. */
    DATABASE,
    SQL_MODE,
    CLIENT_CHARSET,
    PREPARE,
    DEALLOCATE,
    HANDLER_OPEN,
    HANDLER_CLOSE
  }
}
