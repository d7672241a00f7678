package org.colophon.core.sink;

import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;

/**
 * What a sink has gathered and not published yet, in slots of its own that are used again and
 * again: whole operations and units, then perhaps a unit that is still open. One thread.
 */
public final class SinkBuffer {
  /** How many operations are gathered, outside a unit, before they are published. */
  public static final int BATCH = 256;

  /** How many operations a unit has at most, if the ring has room for them. */
  static final int MAX_UNIT = 4096;

  /** How many positions a unit has at most beside its last, if the ring has room for them. */
  static final int MAX_NOTES = 12_000;

  /** How much is gathered, outside a unit, before it is published: a frame never splits it. */
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
   * Nothing yet.
   *
   * @param ringSlots what the ring holds: a unit must fit, with what was gathered before it
   */
  public SinkBuffer(boolean keepAll, int ringSlots) {
    this.keepAll = keepAll;
    int mostSlots = ringSlots - BATCH - 1;
    this.maxUnit = Math.min(MAX_UNIT, (mostSlots + 1) / 2);
    this.maxNotes = Math.min(MAX_NOTES, mostSlots - maxUnit);
    growTo(BATCH);
  }

  private void growTo(int size) {
    int before = slots.length;
    slots = Arrays.copyOf(slots, size);
    for (int i = before; i < size; i++) {
      slots[i] = new RecordEvent();
    }
  }

  /**
   * Whether nothing more fits until this is published or, in a unit, {@link #makeRoom} is called.
   */
  boolean isFull() {
    return count == limit;
  }

  /** Whether so many bytes more are better gathered after publishing. */
  boolean isTooMuch(long moreBytes) {
    return !isUnitOpen() && bytes > 0 && bytes + moreBytes > MAX_BYTES;
  }

  /**
   * Whether an operation of so many slots would not be published together with all that it consists
   * of. A unit is published together anyway.
   */
  boolean wouldSplit(int moreSlots, long moreBytes) {
    return !isUnitOpen() && (count + moreSlots > limit || isTooMuch(moreBytes));
  }

  /** The next slot. */
  public RecordEvent next(RecordType type, long timeNanos) {
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

  /** How many of the slots are operations, and not positions. */
  int operations() {
    return count - positions;
  }

  public RecordEvent[] slots() {
    return slots;
  }

  boolean hasPositions() {
    return positions > 0;
  }

  /** All is published: the slots are free. */
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

  /** Takes the slots out that may be dropped; returns how many. */
  int drop() {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      RecordEvent event = slots[i];
      if (!DropRule.test(event)) {
        slots[i] = slots[kept];
        slots[kept++] = event;
      }
    }
    int dropped = count - kept;
    count = kept;
    return dropped;
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

  /** Behind which slot the unit has as many operations as it may have; positions are none. */
  private int unitLimit() {
    return unitStart + maxUnit + positions - positionsBeforeUnit;
  }

  /** Makes room for one more operation of the unit; throws LIMIT_REACHED if it has too many. */
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

  /** SourcePositions aside, which have a limit of their own. */
  boolean isUnitTooLarge() {
    return isUnitOpen() && bytes - bytesBeforeUnit - notedBytes > MAX_UNIT_BYTES;
  }

  static ColophonException tooManyBytes() {
    return tooLarge("%d MiB of names and data".formatted(MAX_UNIT_BYTES >> 20));
  }

  private static ColophonException tooLarge(String limit) {
    return new ColophonException(
        ErrorCode.LIMIT_REACHED,
        "a unit of a reporter has at most " + limit + "; this one is dropped: make smaller units");
  }

  /** What is gathered of an object gives way to a declaration that is published ahead of it. */
  void redeclare(long object, Object declaration) {
    for (int i = 0; i < count; i++) {
      RecordEvent event = slots[i];
      if (event.type == RecordType.OBJECT && event.object == object) {
        event.payload = declaration;
      }
    }
  }

  /** Ends the unit, or what was gathered, with its position. */
  void endUnit(String source, Bytes position) {
    unitStart = NO_UNIT;
    limit = BATCH;
    addPosition(source, position);
  }

  /** Adds one more position to the unit; throws LIMIT_REACHED if it has too many. */
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

  /** Takes the open unit back. */
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
