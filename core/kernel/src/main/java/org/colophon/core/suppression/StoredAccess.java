// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

/**
 * An access or interval that survives suppression. One object is reused, so its values are valid
 * only during the call that receives it.
 */
public final class StoredAccess {
  /** The record's own LSN. */
  public long lsn;

  /** Time of the operation, or of the interval's last one. */
  public long timeNanos;

  public long process;
  public long object;

  /** Code of the operation kind; for an interval, code of the access mode. */
  public int kind;

  /** True if an interval with the same process, object, mode and begin follows. */
  public boolean isOpen;

  /** First and last LSN of an interval, and the number of its operations. */
  public long firstLsn;

  public long lastLsn;
  public long count;

  public long bytes;

  /**
   * Number of reported operations that the record stands for. An access stands for 1, or for 0 if
   * it continues an open access after a cut. An interval stands for 1, its last operation, or for 0
   * if an earlier record stands for that.
   */
  public int operations;

  StoredAccess() {}
}
