package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * What a statement changes in its session, if it succeeds.
 *
 * @param name what is changed: a database, a variable, a prepared statement, a handler
 * @param value what it becomes: for the SQL mode, the character set and variables the expression as
 *     written; the prepared text; the handler's table; empty if the text does not say
 */
public record SessionChange(Kind kind, Bytes name, Bytes value) {
  /** What is changed. */
  public enum Kind {
    /** The current database becomes {@code name}. */
    DATABASE,
    SQL_MODE,
    CLIENT_CHARSET,
    /** A variable of the user's, {@code @name}. */
    VARIABLE,
    PREPARE,
    DEALLOCATE,
    HANDLER_OPEN,
    HANDLER_CLOSE
  }
}
