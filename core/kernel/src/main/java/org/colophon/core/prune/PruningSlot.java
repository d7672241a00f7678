// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.prune;

import java.util.Optional;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;
import org.jspecify.annotations.Nullable;

/** Ensures that only one pruning runs at a time. Any thread. */
public final class PruningSlot {
  private @Nullable Pruning current;
  private boolean closed;

  /** Runs a pruning on the calling thread. */
  public PruneReport run(Pruning pruning) {
    take(pruning);
    try {
      return pruning.run();
    } finally {
      clear();
    }
  }

  private synchronized void take(Pruning pruning) {
    if (closed) {
      throw ErrorCode.KERNEL_CLOSED.exception("the store is closed");
    }
    if (current != null) {
      throw ErrorCode.ADAPTER_BUSY.exception("a pruning is under way already; wait until it ends");
    }
    current = pruning;
  }

  private synchronized void clear() {
    current = null;
  }

  public synchronized Optional<PruneProgress> progress() {
    return Optional.ofNullable(current).map(Pruning::progress);
  }

  private synchronized @Nullable Pruning endOfAll() {
    closed = true;
    return current;
  }

  /** Cancels the running pruning, and rejects later ones. */
  public void close() {
    Pruning last = endOfAll();
    if (last != null) {
      last.cancel();
    }
  }
}
