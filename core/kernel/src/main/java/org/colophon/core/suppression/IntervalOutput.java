package org.colophon.core.suppression;

/** Receives the records that survive suppression. Called on the kernel's thread. */
public interface IntervalOutput {
  /**
   * Receives an operation that is stored at once.
   *
   * @param kind code of the operation kind.
   * @param open true if an {@link #interval} with the same process, object, mode and begin follows.
   * @param operations the number of reported operations that the record stands for: 1, or 0 if the
   *     stage made it to carry an open access over a cut.
   */
  void access(
      long lsn,
      long timeNanos,
      long process,
      long object,
      int kind,
      boolean open,
      long bytes,
      int operations);

  /**
   * Receives the final form of an open access.
   *
   * @param lsn the record's own
   * @param timeNanos of the interval's last operation
   * @param mode code of the access mode
   * @param operations the number of reported operations that the record stands for: 1 for the
   *     interval's last, 0 if that is also its first
   */
  void interval(
      long lsn,
      long timeNanos,
      long process,
      long object,
      int mode,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      int operations);
}
