package org.colophon.reporters.mysql.sql.catalog;

/** Kind of a definition in the catalog. */
public enum CatalogKind {
  /** Tables that a view reads. */
  VIEW(0),
  /** Effect of a procedure. */
  ROUTINE(1),
  /** Effect of a stored function. */
  FUNCTION(2),
  /** Columns of a table. */
  COLUMNS(3);

  private final int code;

  CatalogKind(int code) {
    this.code = code;
  }

  /** Stable number for saved state. */
  public int code() {
    return code;
  }

  /** Returns the kind of a code or null. */
  public static CatalogKind of(long code) {
    for (CatalogKind part : values()) {
      if (part.code == code) {
        return part;
      }
    }
    return null;
  }
}
