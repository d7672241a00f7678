package org.colophon.storage.rocksdb;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;

/** The kind that stands for a mode where the operation's own kind need not or cannot be stored. */
final class PlainKinds {
  private static final OperationKind[] BY_MODE = new OperationKind[AccessMode.COUNT];

  static {
    OperationKind[] kinds = OperationKind.values();
    for (int i = kinds.length - 1; i >= 0; i--) {
      BY_MODE[kinds[i].mode().code()] = kinds[i];
    }
  }

  private PlainKinds() {}

  static OperationKind of(AccessMode mode) {
    return BY_MODE[mode.code()];
  }
}
