package org.colophon.core.suppression;

/** Where the suppression stage puts what survives. Called on the kernel's thread. */
public interface IntervalOutput {
  /**
   * An operation that is stored as it happens.
   *
   * @param kind code of the operation kind
   * @param open whether an {@link #interval} with the same process, object, mode and begin follows
   * @param operations how many reported operations the record stands for: 1, or 0 if the stage made
   *     it up to carry an open access over a cut
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
   * What an open access came to.
   *
   * @param lsn the record's own
   * @param timeNanos of the interval's last operation
   * @param mode code of the access mode
   * @param operations how many reported operations the record stands for: 1 for the interval's
   *     last, 0 if that is also its first
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
