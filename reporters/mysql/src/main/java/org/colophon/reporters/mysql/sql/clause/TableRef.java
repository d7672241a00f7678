package org.colophon.reporters.mysql.sql.clause;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * One of the tables that an UPDATE or DELETE joins.
 *
 * @param name {@link TableName#NONE} for a derived table or a common table expression
 * @param alias the table's own name if it was given no other
 */
record TableRef(TableName name, Bytes alias) {
  /** Whether a qualifier, as {@code alias} or {@code database.table}, means this table. */
  boolean answersTo(TableName qualifier) {
    if (qualifier.database().isEmpty()) {
      return alias.equals(qualifier.table());
    }
    boolean isSame = name.table().equals(qualifier.table()) && alias.equals(name.table());
    return isSame && (name.database().isEmpty() || name.database().equals(qualifier.database()));
  }
}
