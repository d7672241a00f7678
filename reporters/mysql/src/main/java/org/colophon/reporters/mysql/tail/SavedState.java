package org.colophon.reporters.mysql.tail;

import java.util.Arrays;
import org.colophon.core.model.Bytes;

/** What a reporter has to remember, packed. */
public final class SavedState {
  private static final int[] NO_IDS = {};

  /** Nothing. */
  public static final SavedState EMPTY = new SavedState(Bytes.EMPTY, NO_IDS);

  private final Bytes bytes;
  private final int[] idsAt;

  /**
   * @param idsAt where ids are among the bytes, rising; each has eight. Not copied
   */
  SavedState(Bytes bytes, int[] idsAt) {
    this.bytes = bytes;
    this.idsAt = idsAt;
  }

  /** What was read back: its ids are good for ever. */
  public static SavedState lasting(Bytes bytes) {
    return new SavedState(bytes, NO_IDS);
  }

  public Bytes bytes() {
    return bytes;
  }

  /** Where ids are among the bytes, rising; not to be changed. */
  public int[] idsAt() {
    return idsAt;
  }

  /** A part; no id is cut in two by its ends. */
  public SavedState part(int from, int to) {
    int[] ids =
        Arrays.stream(idsAt).filter(at -> at >= from && at < to).map(at -> at - from).toArray();
    return new SavedState(bytes.slice(from, to), ids);
  }

  /** The last place at which it may be cut, at or before a place. */
  public int cutBefore(int place) {
    int found = Arrays.binarySearch(idsAt, place);
    int before = found >= 0 ? place : -found - 2; // the last id that begins before the place
    boolean isWithin = found < 0 && before >= 0 && idsAt[before] + Long.BYTES > place;
    return isWithin ? idsAt[before] : place;
  }
}
