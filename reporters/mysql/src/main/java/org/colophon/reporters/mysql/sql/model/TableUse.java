// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

/**
 * Access of a statement to one table. In the body of a routine, the use may also be a call of a
 * routine.
 *
 * @param name base table, qualified where the session's database is known.
 * @param access kind of access; a table with several kinds has several uses.
 * @param via view or routine that uses the table, {@link TableName#NONE} if the statement names it.
 * @param isTemporary whether the name refers to a temporary table of the session.
 * @param isCertain false if the text does not show whether the table is used: for the table of an
 *     unqualified column in a joined UPDATE, and for the effect of a routine.
 */
public record TableUse(
    TableName name, Access access, TableName via, boolean isTemporary, boolean isCertain) {
  /** Returns the certain use of a table that the statement names. */
  public static TableUse of(TableName name, Access access) {
    return new TableUse(name, access, TableName.NONE, false, true);
  }

  /** Returns whether another use has the same name and access. */
  public boolean isLike(TableUse other) {
    return name.equals(other.name) && access == other.access;
  }
}
