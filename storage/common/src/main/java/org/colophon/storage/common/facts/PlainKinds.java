// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common.facts;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;

/** Maps access modes to operation kinds, for operations whose own kind is not stored. */
public final class PlainKinds {
  private static final OperationKind[] BY_MODE = new OperationKind[AccessMode.COUNT];

  static {
    for (OperationKind kind : OperationKind.values()) {
      int mode = kind.mode().code();
      BY_MODE[mode] = BY_MODE[mode] == null ? kind : BY_MODE[mode];
    }
  }

  private PlainKinds() {}

  public static OperationKind of(AccessMode mode) {
    return BY_MODE[mode.code()];
  }
}
