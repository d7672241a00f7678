// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;

/** Visits the ids of a store until cancelled. */
public final class StoreWalk {
  /** Maximum number of undeclared ids after a crash that other facts may reference. */
  private static final int UNDECLARED_IDS = 1 << 10;

  private static final int CANCEL_MASK = 0x3f;

  private final LineageReader reader;
  private final BooleanSupplier cancelled;

  public StoreWalk(LineageReader reader, BooleanSupplier cancelled) {
    this.reader = reader;
    this.cancelled = cancelled;
    if (Math.max(reader.lastProcess(), reader.lastObject()) > Integer.MAX_VALUE - UNDECLARED_IDS) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the store has more than two billion ids, too many to prune: begin a new store");
    }
  }

  public void processes(LongConsumer visitor) {
    visitAll(reader.lastProcess(), visitor);
  }

  public void objects(LongConsumer visitor) {
    visitAll(reader.lastObject(), visitor);
  }

  private void visitAll(long last, LongConsumer visitor) {
    for (long id = 1; id <= last + UNDECLARED_IDS; id++) {
      if ((id & CANCEL_MASK) == 0) {
        check();
      }
      visitor.accept(id);
    }
  }

  public void check() {
    if (cancelled.getAsBoolean()) {
      throw ErrorCode.INTERRUPTED.exception("the pruning was ended early");
    }
  }
}
