// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Table that an UPDATE or DELETE joins.
 *
 * @param name {@link TableName#NONE} for a derived table or a common table expression
 * @param alias name of the table if it has no alias
 */
record TableRef(TableName name, Bytes alias) {
  /**
   * Returns whether a qualifier such as {@code alias} or {@code database.table} refers to this
   * table.
   */
  boolean answersTo(TableName qualifier) {
    if (qualifier.database().isEmpty()) {
      return alias.equals(qualifier.table());
    }
    boolean isSame = name.table().equals(qualifier.table()) && alias.equals(name.table());
    return isSame && (name.database().isEmpty() || name.database().equals(qualifier.database()));
  }
}
