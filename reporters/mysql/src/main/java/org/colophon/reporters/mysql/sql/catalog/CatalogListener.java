package org.colophon.reporters.mysql.sql.catalog;

import org.colophon.reporters.mysql.sql.model.TableName;

/** Is told what a catalog learns and forgets, on the thread that does so. */
public interface CatalogListener {
  /** Watches nothing. */
  CatalogListener NONE = (part, name) -> {};

  /** Something of a name became known, became another, or is known no more. */
  void changed(CatalogKind part, TableName name);
}
