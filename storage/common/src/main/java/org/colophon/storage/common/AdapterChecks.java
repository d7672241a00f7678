package org.colophon.storage.common;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.RecordBatch;

/** Checks that every adapter makes before it appends. Each failure is an ADAPTER_FAILED. */
public final class AdapterChecks {
  private AdapterChecks() {}

  /**
   * Rejects a batch that was appended before.
   *
   * @param store describes the store in messages
   */
  public static void requireNewer(RecordBatch batch, long lastLsn, Object store) {
    if (batch.firstLsn() <= lastLsn) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "a batch that begins at LSN %d was appended to the store in %s, which holds up to %d"
              .formatted(batch.firstLsn(), store, lastLsn));
    }
  }

  /** Rejects a call to an adapter that is not open. */
  public static void requireOpen(boolean isOpen, Object store) {
    if (!isOpen) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED, "the store in " + store + " is not open; open it again");
    }
  }
}
