package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * ALTER TABLE adds, drops, renames or moves a column. All names are in lower case.
 *
 * @param column which goes, or is renamed or moved; empty if one is added
 * @param becomes what it is called from then on; empty if it goes
 * @param place where it comes to stand
 * @param after behind which it comes to stand, if that is said
 * @param isOptional whether it is no error if a column that is added is there already, or one that
 *     goes is not
 */
public record ColumnChange(
    Bytes column, Bytes becomes, Place place, Bytes after, boolean isOptional) {
  /** Where a column comes to stand. */
  public enum Place {
    /** Where it was; one that is added comes last. */
    SAME,
    FIRST,
    AFTER
  }
}
