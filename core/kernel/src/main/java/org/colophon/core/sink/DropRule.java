// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;

/** Decides which operations a reporter attached with on-overload=drop may lose. */
final class DropRule {
  private static final int WHOLE = Phase.WHOLE.code();
  private static final int CLOSE = OperationKind.CLOSE.code();
  private static final int RENAME = OperationKind.RENAME.code();
  private static final int ASSOCIATE = OperationKind.ASSOCIATE.code();

  private DropRule() {}

  /**
   * Returns true for an access of phase WHOLE other than a close, a change of names or an
   * association.
   */
  static boolean test(RecordEvent event) {
    return event.type == RecordType.ACCESS
        && event.phase == WHOLE
        && event.kind != CLOSE
        && event.kind != RENAME
        && event.kind != ASSOCIATE;
  }
}
