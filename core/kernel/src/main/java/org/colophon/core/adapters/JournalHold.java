// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.util.function.Consumer;

/**
 * Keeps a part of the journal for a reader that is not an adapter. The hold is lost once the
 * journal grows over its budget. Any thread.
 */
public final class JournalHold implements AutoCloseable {
  private final Consumer<JournalHold> onClose;
  private volatile long heldLsn;
  private volatile boolean isLost;

  JournalHold(long heldLsn, Consumer<JournalHold> onClose) {
    this.heldLsn = heldLsn;
    this.onClose = onClose;
  }

  /** Releases the journal up to an LSN. */
  public void move(long lsn) {
    heldLsn = lsn;
  }

  long heldLsn() {
    return heldLsn;
  }

  void markLost() {
    isLost = true;
  }

  /** Returns true if the journal grew over its budget, so that this hold no longer applies. */
  public boolean isLost() {
    return isLost;
  }

  @Override
  public void close() {
    onClose.accept(this);
  }
}
