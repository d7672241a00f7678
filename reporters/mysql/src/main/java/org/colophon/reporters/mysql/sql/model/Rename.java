// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

/**
 * Rename of a table, which keeps its content. The renames of a statement apply in order. A swap has
 * three renames.
 *
 * @param isTemporary whether the table is a temporary table of the session
 * @param isOptional whether a missing table is not an error
 */
public record Rename(TableName from, TableName to, boolean isTemporary, boolean isOptional) {
  /** Returns a rename of a table that is not known to be temporary. */
  public static Rename of(TableName from, TableName to, boolean isOptional) {
    return new Rename(from, to, false, isOptional);
  }
}
