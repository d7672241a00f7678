// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.jspecify.annotations.Nullable;

/**
 * Unpublished operations of a sink, in reusable slots: complete operations and units, then possibly
 * an open unit. One thread.
 */
public final class SinkBuffer {
  /** Number of operations outside a unit that triggers publishing. */
  public static final int BATCH = 256;

  /** Maximum operations of a unit, if the ring has room for them. */
  static final int MAX_UNIT = 4096;

  /** Maximum positions of a unit besides its last, if the ring has room for them. */
  static final int MAX_NOTES = 12_000;

  /** Bytes outside a unit that trigger publishing. A frame never splits them. */
  private static final long MAX_BYTES = 4L << 20;

  private static final long MAX_UNIT_BYTES = 128L << 20;
  private static final int NO_UNIT = -1;

  private final boolean keepAll;
  private final int maxUnit;
  private final int maxNotes;
  private RecordEvent[] slots = new RecordEvent[0];
  private int count;
  private int limit = BATCH;
  private int unitStart = NO_UNIT;
  private int positions;
  private int positionsBeforeUnit;
  private long bytes;
  private long bytesBeforeUnit;
  private long notedBytes;

  /**
   * Creates an empty buffer.
   *
   * @param ringSlots capacity of the ring, which must hold a unit and earlier operations
   */
  public SinkBuffer(boolean keepAll, int ringSlots) {
    this.keepAll = keepAll;
    int maxSlots = ringSlots - BATCH - 1;
    this.maxUnit = Math.min(MAX_UNIT, (maxSlots + 1) / 2);
    this.maxNotes = Math.min(MAX_NOTES, maxSlots - maxUnit);
    growTo(BATCH);
  }

  private void growTo(int size) {
    int before = slots.length;
    slots = Arrays.copyOf(slots, size);
    for (int i = before; i < size; i++) {
      slots[i] = new RecordEvent();
    }
  }

  /** Returns true if no slot is free until publishing or, in a unit, {@link #makeRoom}. */
  boolean isFull() {
    return count == limit;
  }

  /** Returns true if publishing should precede this many additional bytes. */
  boolean isTooMuch(long moreBytes) {
    return !isUnitOpen() && bytes > 0 && bytes + moreBytes > MAX_BYTES;
  }

  /**
   * Returns true if the records of an operation would not be published together. Never true in a
   * unit.
   */
  boolean wouldSplit(int moreSlots, long moreBytes) {
    return !isUnitOpen() && (count + moreSlots > limit || isTooMuch(moreBytes));
  }

  /** Returns the next slot. */
  public RecordEvent next(@Nullable RecordType type, long timeNanos) {
    RecordEvent event = slots[count++];
    event.begin(type, timeNanos);
    event.keepAll = keepAll;
    return event;
  }

  /** Counts bytes of names and data that the last slots refer to. */
  void addBytes(long more) {
    bytes += more;
  }

  int count() {
    return count;
  }

  /** Returns the number of slots that are operations instead of positions. */
  int operations() {
    return count - positions;
  }

  public RecordEvent[] slots() {
    return slots;
  }

  boolean hasPositions() {
    return positions > 0;
  }

  /** Frees the slots after publishing. */
  void clear() {
    if (bytes > 0) {
      for (int i = 0; i < count; i++) {
        slots[i].releaseReferences();
      }
    }
    count = 0;
    positions = 0;
    bytes = 0;
    limit = BATCH;
  }

  /** Removes the droppable slots and returns their count. */
  int drop() {
    int before = count;
    retain(0, event -> !DropRule.test(event));
    return before - count;
  }

  private void retain(int from, Predicate<RecordEvent> isKept) {
    int kept = from;
    for (int i = from; i < count; i++) {
      RecordEvent event = slots[i];
      if (isKept.test(event)) {
        slots[i] = slots[kept];
        slots[kept++] = event;
      } else {
        event.releaseReferences();
      }
    }
    count = kept;
  }

  // --- units ---

  boolean isUnitOpen() {
    return unitStart != NO_UNIT;
  }

  public void beginUnit() {
    unitStart = count;
    positionsBeforeUnit = positions;
    bytesBeforeUnit = bytes;
    notedBytes = 0;
    limit = Math.min(slots.length, unitLimit());
  }

  /** Returns the end of a full unit, whose limit excludes positions. */
  private int unitLimit() {
    return unitStart + maxUnit + positions - positionsBeforeUnit;
  }

  /** Makes room for one operation of the unit. Throws LIMIT_REACHED if it has too many. */
  void makeRoom() {
    if (count >= unitLimit()) {
      throw tooLarge("%d operations".formatted(maxUnit));
    }
    grow();
    limit = Math.min(slots.length, unitLimit());
  }

  private void grow() {
    growTo(Math.min(slots.length * 2, BATCH + maxUnit + maxNotes + 1));
  }

  /** Returns true if the unit is too large, excluding positions, which have their own limit. */
  boolean isUnitTooLarge() {
    return isUnitOpen() && bytes - bytesBeforeUnit - notedBytes > MAX_UNIT_BYTES;
  }

  static ColophonException tooManyBytes() {
    return tooLarge("%d MiB of names and data".formatted(MAX_UNIT_BYTES >> 20));
  }

  private static ColophonException tooLarge(String limit) {
    return ErrorCode.LIMIT_REACHED.exception(
        "a unit of a reporter has at most " + limit + "; this one is dropped: make smaller units");
  }

  /** Replaces buffered declarations of an object by one that is published ahead of them. */
  void redeclare(long object, Object declaration) {
    for (int i = 0; i < count; i++) {
      RecordEvent event = slots[i];
      if (event.type == RecordType.OBJECT && event.object == object) {
        event.payload = declaration;
      }
    }
  }

  /** Ends the unit, or the operations outside a unit, with a position. */
  void endUnit(String source, Bytes position) {
    unitStart = NO_UNIT;
    limit = BATCH;
    addPosition(source, position);
  }

  /** Adds a position to the unit. Throws LIMIT_REACHED if it has too many. */
  void note(String source, Bytes position) {
    if (positions - positionsBeforeUnit >= maxNotes) {
      throw tooLarge("%d positions".formatted(maxNotes + 1));
    }
    notedBytes += addPosition(source, position);
    limit = Math.min(slots.length, unitLimit());
  }

  private long addPosition(String source, Bytes position) {
    if (count == slots.length) {
      grow();
    }
    positions++;
    RecordEvent event = next(null, 0);
    event.label = source;
    event.payload = position;
    long more = source.length() + (long) position.length();
    bytes += more;
    return more;
  }

  /** Returns the slots of the open unit, in order. */
  List<RecordEvent> unit() {
    return Arrays.asList(slots).subList(unitStart, count);
  }

  /** Frees the slots of the open unit that a test does not accept. */
  void retainUnit(Predicate<RecordEvent> isKept) {
    retain(unitStart, isKept);
  }

  /** Throws LIMIT_REACHED if a unit has no room for a number of operations. */
  void requireRoom(int operations) {
    if (operations > maxUnit) {
      throw tooLarge("%d operations".formatted(maxUnit));
    }
  }

  /** Discards the open unit. */
  public void dropUnit() {
    for (int i = unitStart; i < count; i++) {
      slots[i].releaseReferences();
    }
    count = unitStart;
    positions = positionsBeforeUnit;
    bytes = bytesBeforeUnit;
    unitStart = NO_UNIT;
    limit = BATCH;
  }
}
