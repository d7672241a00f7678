package org.colophon.core.ring;

/** The kernel's side of the ring. Every method is called on the kernel's thread. */
public interface RecordHandler {
  /** Takes one operation with its LSN. The slot is reused when this returns. */
  void onRecord(RecordEvent event, long lsn);

  /**
   * Everything up to an LSN was handed over, and the ring has nothing more at this moment; that may
   * be in the midst of a range, of which the rest is about to come.
   *
   * @param lsn of the last operation
   */
  void onBatchEnd(long lsn);

  /** Nothing came for a while. */
  void onIdle();

  /**
   * A method of this handler threw. The ring keeps turning, so that no publisher is left waiting
   * for room: the handler must refuse what comes after.
   */
  void onFailure(Throwable failure);
}
