package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * Change of a column by ALTER TABLE. All names are in lower case.
 *
 * @param column changed column, empty if one is added.
 * @param becomes new name, empty if the column is dropped.
 * @param place new place.
 * @param after column before the new place, if given.
 * @param isOptional whether an existing added column or a missing dropped one is not an error.
 */
public record ColumnChange(
    Bytes column, Bytes becomes, Place place, Bytes after, boolean isOptional) {
  /** Place of a column. */
  public enum Place {
    /** Unchanged, or last for an added column. */
    SAME,
    FIRST,
    AFTER
  }
}
