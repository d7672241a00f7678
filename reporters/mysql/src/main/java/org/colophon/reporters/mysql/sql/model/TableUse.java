package org.colophon.reporters.mysql.sql.model;

/**
 * Access of a statement to one table. In the body of a routine it may also be a called routine.
 *
 * @param name base table, qualified where the session's database is known.
 * @param access kind of access, with one instance for each.
 * @param via view or routine that leads to the table, {@link TableName#NONE} if it is named itself.
 * @param isTemporary whether the name means a temporary table of the session.
 * @param isCertain false where the text cannot tell: the table of an unqualified column in a joined
 *     UPDATE, and the effect of a routine.
 */
public record TableUse(
    TableName name, Access access, TableName via, boolean isTemporary, boolean isCertain) {
  /** Certain use of a table by its own name. */
  public static TableUse of(TableName name, Access access) {
    return new TableUse(name, access, TableName.NONE, false, true);
  }
}
