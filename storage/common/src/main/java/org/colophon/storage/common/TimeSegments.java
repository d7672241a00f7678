// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.util.Arrays;

/**
 * Times of LSNs, stored as segments of LSNs that share a millisecond. The times stay exact even if
 * clocks go back. One thread.
 */
public final class TimeSegments {
  private long[] firsts = new long[64];
  private long[] lasts = new long[64];
  private long[] millis = new long[64];
  private int size;

  /** Adds an LSN with its time. LSNs never decrease. */
  public void add(long lsn, long time) {
    if (size > 0 && millis[size - 1] == time) {
      lasts[size - 1] = lsn;
    } else {
      append(lsn, lsn, time);
    }
  }

  /** Appends a whole segment. */
  public void append(long first, long last, long time) {
    if (size == firsts.length) {
      firsts = Arrays.copyOf(firsts, size * 2);
      lasts = Arrays.copyOf(lasts, size * 2);
      millis = Arrays.copyOf(millis, size * 2);
    }
    firsts[size] = first;
    lasts[size] = last;
    millis[size] = time;
    size++;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  public long first(int segment) {
    return firsts[segment];
  }

  public long last(int segment) {
    return lasts[segment];
  }

  public long millis(int segment) {
    return millis[segment];
  }

  /** Returns the smallest time, 0 without segments. */
  public long earliestMillis() {
    return Arrays.stream(millis, 0, size).min().orElse(0);
  }

  /** Returns the largest time, 0 without segments. */
  public long latestMillis() {
    return Arrays.stream(millis, 0, size).max().orElse(0);
  }

  /** Returns the largest LSN of the last segment at or before a time, 0 without one. */
  public long lsnAt(long time) {
    for (int i = size - 1; i >= 0; i--) {
      if (millis[i] <= time) {
        return lasts[i];
      }
    }
    return 0;
  }

  /** Returns the smallest LSN of the first segment after a time, 0 without one. */
  public long firstLsnAfter(long time) {
    for (int i = 0; i < size; i++) {
      if (millis[i] > time) {
        return firsts[i];
      }
    }
    return 0;
  }

  /** Returns the time of the last segment that begins at or before an LSN, 0 without one. */
  public long millisAt(long lsn) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (firsts[middle] <= lsn) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? 0 : millis[low - 1];
  }

  /** Returns the largest LSN, 0 without segments. */
  public long lastLsn() {
    return size == 0 ? 0 : lasts[size - 1];
  }
}
