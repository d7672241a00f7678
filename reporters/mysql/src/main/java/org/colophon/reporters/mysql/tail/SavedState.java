// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.tail;

import java.util.Arrays;
import org.colophon.core.model.Bytes;

/** Encoded state of a reporter. */
public final class SavedState {
  private static final int[] NO_IDS = {};

  public static final SavedState EMPTY = new SavedState(Bytes.EMPTY, NO_IDS);

  private final Bytes bytes;
  private final int[] idsAt;

  /**
   * @param idsAt ascending offsets of eight-byte ids; the array is not copied
   */
  SavedState(Bytes bytes, int[] idsAt) {
    this.bytes = bytes;
    this.idsAt = idsAt;
  }

  /** Returns a state that was read from the store, so that its ids are permanent. */
  public static SavedState lasting(Bytes bytes) {
    return new SavedState(bytes, NO_IDS);
  }

  public Bytes bytes() {
    return bytes;
  }

  /** Returns the ascending offsets of ids. The caller must not change the array. */
  public int[] idsAt() {
    return idsAt;
  }

  /** Returns a part of the bytes. Its bounds must not split an id. */
  public SavedState part(int from, int to) {
    int[] ids =
        Arrays.stream(idsAt).filter(at -> at >= from && at < to).map(at -> at - from).toArray();
    return new SavedState(bytes.slice(from, to), ids);
  }

  /** Returns the last offset at or before a limit that does not split an id. */
  public int cutBefore(int place) {
    int found = Arrays.binarySearch(idsAt, place);
    int before = found >= 0 ? place : -found - 2; // the last id that begins before the limit
    boolean isWithin = found < 0 && before >= 0 && idsAt[before] + Long.BYTES > place;
    return isWithin ? idsAt[before] : place;
  }
}
