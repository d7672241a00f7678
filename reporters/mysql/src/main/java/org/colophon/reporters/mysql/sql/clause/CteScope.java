// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Visible common table expressions, as a list from the innermost to the outermost one. */
record CteScope(Bytes name, @Nullable CteScope outer) {
  static final CteScope NONE = new CteScope(Bytes.EMPTY, null);

  CteScope with(Bytes added) {
    return new CteScope(added, this);
  }

  boolean refCounts(Bytes wanted) {
    for (CteScope scope = this; scope.outer != null; scope = scope.outer) {
      if (scope.name.equals(wanted)) {
        return true;
      }
    }
    return false;
  }
}
