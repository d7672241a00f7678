// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.ring;

/** Consumer of the ring. Every method is called on the kernel's thread. */
public interface RecordHandler {
  /** Processes one operation with its LSN. The slot is reused after this returns. */
  void onRecord(RecordEvent event, long lsn);

  /**
   * Called when the ring has no further operation at this moment. The rest of a range may still
   * follow.
   *
   * @param lsn the last operation's LSN
   */
  void onBatchEnd(long lsn);

  /** Called after a while without operations. */
  void onIdle();

  /**
   * Called when a method of this handler threw. The ring continues, so that no publisher waits for
   * room forever: the handler must reject later operations.
   */
  void onFailure(Throwable failure);
}
