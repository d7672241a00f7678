// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.catalog;

/** Kind of a definition in the catalog. The names are stored, so they must not change. */
public enum CatalogKind {
  /** Tables that a view reads. */
  VIEW,
  /** Effect of a procedure. */
  ROUTINE,
  /** Effect of a stored function. */
  FUNCTION,
  /** Effect of an event, which the server runs without a logged database. */
  EVENT,
  /** Table whose changes a rollback does not undo. It has an empty body. */
  NONTRANSACTIONAL
}
