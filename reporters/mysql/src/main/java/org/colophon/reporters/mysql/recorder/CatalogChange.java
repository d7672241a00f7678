package org.colophon.reporters.mysql.recorder;

import org.colophon.core.model.Bytes;

/**
 * What is to be kept of the definitions that were seen.
 *
 * @param isWhole whether it takes the place of all that was kept, and is not put behind it
 * @param bytes holds no ids
 */
public record CatalogChange(boolean isWhole, Bytes bytes) {
  /** What is kept holds. */
  public static final CatalogChange NONE = new CatalogChange(false, Bytes.EMPTY);
}
