package org.colophon.reporters.mysql.sql.catalog;

import org.colophon.reporters.mysql.sql.model.TableName;

/** Receives changes of a catalog on its thread. */
public interface CatalogListener {
  /** Ignores changes. */
  CatalogListener NONE = (part, name) -> {};

  /** Reports a changed or removed definition. */
  void changed(CatalogKind part, TableName name);
}
