package org.colophon.reporters.mysql.sql.model;

/**
 * One way in which a statement touches one table. In the body of a routine it may also stand for a
 * routine that is called.
 *
 * @param name the base table, qualified where the session's database is known
 * @param access how it is touched; a statement has one use for each way
 * @param via the view or routine through which it is reached; {@link TableName#NONE} if named
 * @param isTemporary whether the name means a temporary table of the session
 * @param isCertain false where the text alone cannot tell: which of several joined tables an
 *     unqualified column of an UPDATE belongs to, and what a routine does when called
 */
public record TableUse(
    TableName name, Access access, TableName via, boolean isTemporary, boolean isCertain) {
  /** A certain use of a table by its own name. */
  public static TableUse of(TableName name, Access access) {
    return new TableUse(name, access, TableName.NONE, false, true);
  }
}
