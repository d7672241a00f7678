// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * Change of the session by a successful statement.
 *
 * @param name changed database, variable or prepared statement
 * @param value new value. For a prepared statement it is the text, for other variables the
 *     expression. Empty if it is not in the text
 */
public record SessionChange(Kind kind, Bytes name, Bytes value) {
  /** Kind of change. */
  public enum Kind {
    /** The current database becomes {@code name}. */
    DATABASE,
    SQL_MODE,
    CLIENT_CHARSET,
    /** The variable completion_type. */
    COMPLETION_TYPE,
    /** The variable default_storage_engine. */
    DEFAULT_ENGINE,
    /** User variable {@code @name}. */
    VARIABLE,
    PREPARE,
    DEALLOCATE
  }
}
