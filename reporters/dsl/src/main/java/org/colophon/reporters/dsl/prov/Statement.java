// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.List;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * An effect and its cause, from a relation or a part of one.
 *
 * @param index its position in the documents.
 * @param effect number of the effect's node.
 * @param link link between processes; null for others.
 * @param access access of a process to an object; null for others.
 * @param process number of the process of a derivation, -1 if none.
 * @param isLate whether it is reported after all others, such as the end of an activity.
 * @param timeNanos 0 if unknown.
 */
record Statement(
    int index,
    int effect,
    int cause,
    @Nullable LinkKind link,
    @Nullable OperationKind access,
    int process,
    boolean isLate,
    long timeNanos,
    ProvRecord source) {
  boolean isAccess() {
    return access != null;
  }

  /**
   * Returns whether it follows from other statements of a Colophon export, which gives no LSN to
   * such derivations, influences and specializations.
   */
  boolean isImplied(List<ProvNode> nodes) {
    return access == null
        && link == null
        && firstLsn() == 0
        && nodes.get(effect).isOurs()
        && nodes.get(cause).isOurs();
  }

  /** Returns the first LSN in a Colophon export; 0 if absent. */
  long firstLsn() {
    return source.number("colophon:firstLsn", 0);
  }

  /** Returns the last LSN in a Colophon export; {@link Long#MAX_VALUE} if open. */
  long lastLsn() {
    return source.number("colophon:lastLsn", Long.MAX_VALUE);
  }
}
