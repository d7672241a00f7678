// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

import java.util.Arrays;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.ring.RecordEvent;

/**
 * Suppression stage. For each (process, object version, mode) the first operation is written at
 * once. It is complete in itself, so a pair that occurs once has one record. The second operation
 * turns it into an interval. From then on operations are only counted until the journal frame ends.
 * Then one record extends the interval over them.
 *
 * <p>If an extended interval continues in a later frame, it may continue without end. Therefore the
 * next operation is written as an open access, which begins a new interval and covers all that
 * follows. When that ends (close, exec, exit, version change, age, eviction, shutdown) its final
 * form is written. This record can be one more than there were operations. So an interval is opened
 * only if earlier ones saved that record: the number of records exceeds that of operations by at
 * most {@link #ALLOWANCE}. Calls that begin and do not end, or that continue after a cut, come on
 * top.
 *
 * <p>Opening, creating and closing move no content, and a read or write implies them. They are held
 * back. They are written as one record only if their process neither read, wrote nor loaded the
 * object by the end of the interval. Operations that are kept without suppression do not count for
 * this.
 *
 * <p>An object counts as in use until its process closes it or ends. So a close is held back too.
 * It is written when the process outlives the age of an interval, or when some of its operations
 * are lost. If the process ends first, or uses the object again, the close is never written.
 *
 * <p>Changes of names and associations with agents are few and distinct, so they are written
 * unchanged.
 *
 * <p>A call that has begun keeps its interval open until it ends or its process does. At a cut it
 * continues as a new interval of the new version. With suppression off every operation is written
 * unchanged, and only calls with a separate begin and end take a slot.
 *
 * <p>At every instant each operation counts as exactly one of journaled (it was written, as the
 * first or the last of its interval) and suppressed. Kernel thread only; allocates nothing per
 * operation.
 */
public final class Suppressor {
  private static final int READ = OperationKind.READ.code();
  private static final int WRITE = OperationKind.WRITE.code();
  private static final int OPEN = OperationKind.OPEN.code();
  private static final int CREATE = OperationKind.CREATE.code();
  private static final int CLOSE = OperationKind.CLOSE.code();
  private static final int RENAME = OperationKind.RENAME.code();
  private static final int ASSOCIATE = OperationKind.ASSOCIATE.code();
  private static final int WHOLE = Phase.WHOLE.code();
  private static final int TOUCH = AccessMode.TOUCH.code();
  private static final int BEGIN = Phase.BEGIN.code();
  private static final int END = Phase.END.code();
  private static final int[] MODE_OF_KIND = modeOfKind();

  /** Number of records by which intervals may exceed the operations. */
  static final int ALLOWANCE = 64;

  /** Extensions after which an interval that continues is opened. */
  private static final int MAX_EXTENSIONS = 2;

  private static final int MAX_UNCOVERED = 1 << 14;

  private final IntervalTable table;
  private final SingleAccesses singles;
  private final IntervalOutput output;
  private final StoredAccess stored = new StoredAccess();
  private final int[] recent = new int[AccessMode.COUNT];
  private final int[] uncovered;
  private int uncoveredCount;

  /** Number of records that intervals may still take for their ends. */
  private long spareRecords = ALLOWANCE;

  private long suppressed;
  private long evicted;
  private long clockNanos;

  /**
   * Constructs a stage without open intervals.
   *
   * @param maxOpenIntervals maximum number of open intervals; beyond it the oldest is evicted. As
   *     many accesses that occurred once are remembered
   */
  public Suppressor(int maxOpenIntervals, IntervalOutput output) {
    this.table = new IntervalTable(maxOpenIntervals);
    this.singles = new SingleAccesses(maxOpenIntervals);
    this.output = output;
    this.uncovered = new int[Math.min(maxOpenIntervals, MAX_UNCOVERED)];
    Arrays.fill(recent, IntervalTable.NONE);
  }

  private static int[] modeOfKind() {
    OperationKind[] kinds = OperationKind.values();
    int[] modes = new int[kinds.length];
    for (OperationKind kind : kinds) {
      modes[kind.code()] = kind.mode().code();
    }
    return modes;
  }

  /** Sets the clock by which intervals age. It must never go back; its origin is arbitrary. */
  public void setClock(long nanos) {
    clockNanos = nanos;
  }

  /** Returns the number of operations not written out, as of now. */
  public long suppressed() {
    return suppressed;
  }

  /** Returns the number of intervals that were evicted before their objects were closed. */
  public long evicted() {
    return evicted;
  }

  public int openIntervals() {
    return table.size();
  }

  /** Processes an operation of type ACCESS. */
  public void access(RecordEvent event, long lsn, long timeNanos) {
    int kind = event.kind;
    boolean isKept = (event.keepAll || kind == RENAME || kind == ASSOCIATE) && event.phase == WHOLE;
    if (isKept) {
      write(event, lsn, timeNanos, false);
    } else if (kind == OPEN || kind == CREATE || kind == CLOSE) {
      holdBack(event, lsn, timeNanos);
    } else {
      accessInterval(event, lsn, timeNanos);
    }
    if (kind == CLOSE) {
      closeAccesses(event.process, event.object, lsn, !isKept);
    }
  }

  /** Writes an operation at once. */
  private void write(RecordEvent event, long lsn, long timeNanos, boolean isOpen) {
    set(event.process, event.object, event.kind, lsn, timeNanos);
    stored.isOpen = isOpen;
    stored.bytes = event.amount;
    output.access(stored);
  }

  /** Sets the fields that every access has. */
  private void set(long process, long object, int kind, long lsn, long timeNanos) {
    stored.lsn = lsn;
    stored.timeNanos = timeNanos;
    stored.process = process;
    stored.object = object;
    stored.kind = kind;
    stored.isOpen = false;
    stored.bytes = 0;
    stored.operations = 1;
  }

  private void holdBack(RecordEvent event, long lsn, long timeNanos) {
    int slot = table.find(event.process, event.object, TOUCH);
    boolean isRecorded =
        event.kind == CLOSE
            && slot != IntervalTable.NONE
            && !table.isHeld(slot)
            && !table.hasOpenCall(slot);
    if (isRecorded) { // attributes were changed
      end(slot, lsn);
      slot = IntervalTable.NONE;
    }
    if (slot == IntervalTable.NONE) {
      slot = addSlot(lsn, event.process, event.object, TOUCH, false);
      table.hold(slot, event.kind);
      table.extend(slot, lsn, 1, 0, timeNanos);
      suppressed++;
      if (isRecorded) {
        table.imply(slot);
      }
    } else {
      suppress(slot, lsn, 1, 0, timeNanos);
      if (isClosed(slot)) {
        table.hold(slot, event.kind); // in use again, unless this is a close
      }
    }
  }

  /** Returns true if a slot holds back only the close of its object. */
  private boolean isClosed(int slot) {
    return table.isHeld(slot) && table.heldKind(slot) == CLOSE && !table.isImplied(slot);
  }

  private void accessInterval(RecordEvent event, long lsn, long timeNanos) {
    int mode = MODE_OF_KIND[event.kind];
    int phase = event.phase;
    int slot = recent[mode];
    if (slot == IntervalTable.NONE || !table.isSlotOf(slot, event.process, event.object, mode)) {
      slot = table.find(event.process, event.object, mode);
    }
    if (slot != IntervalTable.NONE && table.isHeld(slot)) {
      table.remove(slot);
      slot = IntervalTable.NONE;
    }
    if (slot == IntervalTable.NONE) {
      if (phase == WHOLE && mode < SingleAccesses.MODES && !event.keepAll) {
        accessOnceOrTwice(event, mode, lsn, timeNanos);
      } else {
        forgetSingle(event.process, event.object, mode);
        begin(event, lsn, timeNanos, phase == BEGIN);
      }
      return;
    }
    if (phase == BEGIN ? !table.isOpen(slot) : continuesInLaterFrame(slot)) {
      end(slot, lsn);
      begin(event, lsn, timeNanos, true);
      return;
    }
    recent[mode] = slot;
    if (phase == END && table.endCall(slot)) {
      endCall(slot, lsn, timeNanos, event);
      return;
    }
    if (phase == BEGIN) {
      table.beginCall(slot);
    }
    if (table.keepsAll(slot)) {
      table.extend(slot, lsn, 0, 0, timeNanos);
      write(event, lsn, timeNanos, false);
    } else {
      suppress(slot, lsn, 1, event.amount, timeNanos);
    }
  }

  /** Writes the first access of a pair; makes an interval of the first and the second one. */
  private void accessOnceOrTwice(RecordEvent event, int mode, long lsn, long timeNanos) {
    int first = singles.find(event.process, event.object, mode);
    if (first == SingleAccesses.NONE) {
      imply(event.process, event.object);
      singles.put(event.process, event.object, mode, lsn, event.amount, clockNanos);
      write(event, lsn, timeNanos, false);
      return;
    }
    long firstLsn = singles.lsn(first);
    long firstBytes = singles.bytes(first);
    singles.remove(first);
    int slot = addSlot(lsn, event.process, event.object, mode, false);
    table.set(slot, IntervalTable.FIRST, firstLsn);
    table.extend(slot, firstLsn, 1, firstBytes, timeNanos);
    recent[mode] = slot;
    suppress(slot, lsn, 1, event.amount, timeNanos);
  }

  /** Returns true if the next operation should begin an open interval. */
  private boolean continuesInLaterFrame(int slot) {
    return table.extensions(slot) >= MAX_EXTENSIONS
        && !table.isUncovered(slot)
        && !table.isOpen(slot)
        && spareRecords > 0;
  }

  /**
   * Counts an operation as suppressed. A later record of its interval may still write it, as the
   * last one.
   */
  private void suppress(int slot, long lsn, long count, long bytes, long timeNanos) {
    table.extend(slot, lsn, count, bytes, timeNanos);
    table.set(slot, IntervalTable.PENDING, table.get(slot, IntervalTable.PENDING) + 1);
    suppressed++;
    spareRecords++;
    if (!table.isOpen(slot) && !table.isHeld(slot) && !table.isUncovered(slot)) {
      addUncovered(slot, lsn);
    }
  }

  private void addUncovered(int slot, long lsn) {
    table.uncover(slot);
    uncovered[uncoveredCount++] = slot;
    if (uncoveredCount == uncovered.length) {
      cover(lsn);
    }
  }

  /** Writes records until they cover every operation so far. Called before a frame ends. */
  public void cover(long lsn) {
    for (int i = 0; i < uncoveredCount; i++) {
      if (table.isUncovered(uncovered[i])) {
        emit(uncovered[i], lsn);
      }
    }
    uncoveredCount = 0;
  }

  private void begin(RecordEvent event, long lsn, long timeNanos, boolean isOpen) {
    if (event.keepAll && event.phase != BEGIN) {
      write(event, lsn, timeNanos, false);
      return;
    }
    int mode = MODE_OF_KIND[event.kind];
    int slot = addSlot(lsn, event.process, event.object, mode, event.keepAll);
    table.extend(slot, lsn, 1, event.amount, timeNanos);
    if (event.phase == BEGIN) {
      table.beginCall(slot);
    }
    if (isOpen) {
      table.open(slot);
      spareRecords -= event.phase == BEGIN ? 0 : 1; // for the record of the end
    }
    recent[mode] = slot;
    write(event, lsn, timeNanos, isOpen);
  }

  private int addSlot(long lsn, long process, long object, int mode, boolean keepAll) {
    if (table.isFull()) {
      int oldest = table.oldest();
      if (isClosed(oldest) && table.isSlotOf(oldest, process, object, TOUCH)) {
        table.imply(oldest); // in use again, so the close must not get this LSN
      }
      evict(oldest, lsn);
    }
    return table.add(process, object, mode, keepAll, lsn, clockNanos);
  }

  private void endCall(int slot, long lsn, long timeNanos, RecordEvent event) {
    suppress(slot, lsn, event.repeats, event.amount, timeNanos);
    spareRecords--; // for the record of the end
    if (table.keepsAll(slot) && !table.hasOpenCall(slot)) {
      end(slot, lsn);
    }
  }

  /** Ends a process's accesses to an object that it closed; open calls continue. */
  private void closeAccesses(long process, long object, long lsn, boolean isHeldBack) {
    boolean isInUse = false;
    for (int mode = 0; mode < AccessMode.COUNT; mode++) {
      int slot = table.find(process, object, mode);
      if (slot == IntervalTable.NONE) {
        if (forgetSingle(process, object, mode)) {
          imply(process, object);
        }
      } else if (table.hasOpenCall(slot)) {
        isInUse = true;
      } else if (mode == TOUCH && isHeldBack && !isInUse) {
        holdClose(slot, lsn);
      } else {
        end(slot, lsn);
      }
    }
  }

  private boolean forgetSingle(long process, long object, int mode) {
    int single =
        mode < SingleAccesses.MODES ? singles.find(process, object, mode) : SingleAccesses.NONE;
    if (single == SingleAccesses.NONE) {
      return false;
    }
    singles.remove(single);
    return true;
  }

  /**
   * Holds back the close that a slot has counted last. Writes what the slot held before, unless a
   * record implies it. A close of an object without any record is written at once.
   */
  private void holdClose(int slot, long lsn) {
    boolean isFirst = table.heldKind(slot) == CLOSE;
    boolean isAlone = isFirst && table.get(slot, IntervalTable.COUNT) == 1;
    if (isAlone && !table.isImplied(slot)) {
      end(slot, lsn);
      return;
    }
    if (!isFirst && !table.isImplied(slot)) {
      writeHeld(slot, lsn);
      spareRecords--; // for the record of the close
    }
    table.hold(slot, CLOSE);
  }

  /** Writes the held-back closes of a process, before a record of lost operations. */
  public void lost(long process, long lsn) {
    int slot = table.firstOfProcess(process);
    while (slot != IntervalTable.NONE) {
      int next = table.nextOfProcess(slot);
      if (isClosed(slot)) {
        end(slot, lsn);
      }
      slot = next;
    }
  }

  /** Ends all accesses of a process that ended. */
  public void closeProcess(long process, long lsn, long timeNanos) {
    int slot = table.firstOfProcess(process);
    while (slot != IntervalTable.NONE) {
      int next = table.nextOfProcess(slot);
      if (table.hasOpenCall(slot)) {
        table.extend(slot, lsn, 0, 0, timeNanos);
      }
      if (isClosed(slot)) {
        table.imply(slot);
      }
      end(slot, lsn);
      slot = next;
    }
  }

  /** Ends a version of the object; open calls continue in the next one. */
  public void closeObject(long object, long lsn, long timeNanos) {
    singles.cut(object, lsn);
    int slot = table.firstOfObject(object);
    while (slot != IntervalTable.NONE) {
      int next = table.nextOfObject(slot);
      int mode = table.mode(slot);
      if (mode == AccessMode.READ.code() || mode == AccessMode.WRITE.code()) {
        if (table.hasOpenCall(slot)) {
          carryOver(slot, lsn, timeNanos);
        } else {
          end(slot, lsn);
        }
      }
      slot = next;
    }
  }

  private void carryOver(int slot, long lsn, long timeNanos) {
    long process = table.get(slot, IntervalTable.PROCESS);
    long object = table.get(slot, IntervalTable.OBJECT);
    int mode = table.mode(slot);
    table.set(slot, IntervalTable.LAST, lsn);
    emit(slot, lsn);
    table.set(slot, IntervalTable.FIRST, lsn);
    table.set(slot, IntervalTable.LAST, lsn);
    table.set(slot, IntervalTable.COUNT, 1);
    table.set(slot, IntervalTable.BYTES, 0);
    int kind = mode == AccessMode.READ.code() ? READ : WRITE;
    set(process, object, kind, lsn, timeNanos);
    stored.isOpen = true;
    stored.operations = 0;
    output.access(stored);
  }

  /**
   * Ends intervals that have been open for long, so that the stored data is not far behind.
   * Intervals with an open call stay.
   *
   * @param openedBeforeNanos in the time of {@link #setClock}
   */
  public void closeOpenedBefore(long openedBeforeNanos, long lsn) {
    int slot = table.oldest();
    while (slot != IntervalTable.NONE
        && table.get(slot, IntervalTable.OPENED) < openedBeforeNanos) {
      int next = table.nextByAge(slot);
      if (!table.hasOpenCall(slot)) {
        end(slot, lsn);
      }
      slot = next;
    }
  }

  /**
   * Forgets accesses that occurred once, long ago. Their records are complete, so this needs no
   * LSN.
   */
  public void forgetBefore(long nanos) {
    singles.forgetBefore(nanos);
  }

  /** Returns true if {@link #closeOpenedBefore} would end an interval. */
  public boolean hasOpenedBefore(long openedBeforeNanos) {
    int slot = table.oldest();
    while (slot != IntervalTable.NONE
        && table.get(slot, IntervalTable.OPENED) < openedBeforeNanos) {
      if (!table.hasOpenCall(slot)) {
        return true;
      }
      slot = table.nextByAge(slot);
    }
    return false;
  }

  /** Ends every interval without an open call; the others stay open in the store. */
  public void closeAll(long lsn) {
    closeOpenedBefore(Long.MAX_VALUE, lsn);
  }

  private void end(int slot, long lsn) {
    if (table.isHeld(slot)) {
      endHeld(slot, lsn);
    } else {
      imply(slot);
      if (table.isOpen(slot) || table.isUncovered(slot)) {
        emit(slot, lsn);
      }
    }
    table.remove(slot);
  }

  private void endHeld(int slot, long lsn) {
    long process = table.get(slot, IntervalTable.PROCESS);
    long object = table.get(slot, IntervalTable.OBJECT);
    if (!table.isImplied(slot) && !hasContentAccess(process, object)) {
      writeHeld(slot, lsn);
    } else {
      spareRecords++;
    }
  }

  private void writeHeld(int slot, long lsn) {
    suppressed--;
    set(
        table.get(slot, IntervalTable.PROCESS),
        table.get(slot, IntervalTable.OBJECT),
        table.heldKind(slot),
        lsn,
        table.get(slot, IntervalTable.TIME));
    output.access(stored);
  }

  private boolean hasContentAccess(long process, long object) {
    for (int mode = 0; mode < SingleAccesses.MODES; mode++) {
      if (table.find(process, object, mode) != IntervalTable.NONE
          || singles.find(process, object, mode) != SingleAccesses.NONE) {
        return true;
      }
    }
    return false;
  }

  /** Drops held-back records of the same process and object once content moved. */
  private void imply(int slot) {
    if (table.mode(slot) < SingleAccesses.MODES) {
      imply(table.get(slot, IntervalTable.PROCESS), table.get(slot, IntervalTable.OBJECT));
    }
  }

  private void imply(long process, long object) {
    int touched = table.find(process, object, TOUCH);
    if (touched != IntervalTable.NONE && table.isHeld(touched)) {
      table.imply(touched);
    }
  }

  /** Evicts an interval. With an open call, it stays open in the store, a safe overestimate. */
  private void evict(int slot, long lsn) {
    evicted += table.isHeld(slot) && table.heldKind(slot) == CLOSE ? 0 : 1;
    if (table.hasOpenCall(slot)) {
      imply(slot);
      table.remove(slot);
    } else {
      end(slot, lsn);
    }
  }

  private void emit(int slot, long lsn) {
    int standsForLast = table.get(slot, IntervalTable.PENDING) > 0 ? 1 : 0;
    table.set(slot, IntervalTable.PENDING, 0);
    suppressed -= standsForLast;
    if (!table.isOpen(slot)) {
      spareRecords--;
    }
    table.cover(slot);
    stored.lsn = lsn;
    stored.timeNanos = table.get(slot, IntervalTable.TIME);
    stored.process = table.get(slot, IntervalTable.PROCESS);
    stored.object = table.get(slot, IntervalTable.OBJECT);
    stored.kind = table.mode(slot);
    stored.firstLsn = table.get(slot, IntervalTable.FIRST);
    stored.lastLsn = table.get(slot, IntervalTable.LAST);
    stored.count = table.get(slot, IntervalTable.COUNT);
    stored.bytes = table.get(slot, IntervalTable.BYTES);
    stored.operations = standsForLast;
    output.interval(stored);
  }
}
