package org.colophon.reporters.mysql.sql.model;

/**
 * A table's name moves; its content stays. The renames of a statement follow one another: a swap is
 * three of them.
 *
 * @param isTemporary whether it is a temporary table of the session
 * @param isOptional whether nothing happens if there is no such table
 */
public record Rename(TableName from, TableName to, boolean isTemporary, boolean isOptional) {
  /** One of a table, as far as its text tells. */
  public static Rename of(TableName from, TableName to, boolean isOptional) {
    return new Rename(from, to, false, isOptional);
  }
}
