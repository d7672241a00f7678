package org.colophon.reporters.mysql.sql.catalog;

/** What a catalog knows of a name. */
public enum CatalogPart {
  /** What a view reads. */
  VIEW(0),
  /** What a procedure does when it is called. */
  ROUTINE(1),
  /** What a stored function does when it is called. */
  FUNCTION(2),
  /** The columns of a table. */
  COLUMNS(3);

  private final int code;

  CatalogPart(int code) {
    this.code = code;
  }

  /** A number that stays. */
  public int code() {
    return code;
  }

  /** The part with a code, null if there is none. */
  public static CatalogPart of(long code) {
    for (CatalogPart part : values()) {
      if (part.code == code) {
        return part;
      }
    }
    return null;
  }
}
