// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import org.colophon.core.model.Bytes;

/**
 * Change of the stored definitions.
 *
 * @param isWhole whether the change replaces all stored definitions
 */
public record CatalogChange(boolean isWhole, Bytes bytes) {
  /** Leaves the stored definitions unchanged. */
  public static final CatalogChange NONE = new CatalogChange(false, Bytes.EMPTY);
}
