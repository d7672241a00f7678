// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelParts;
import org.colophon.core.state.SharedNames;

/**
 * Publishes a sink's buffer to the ring: when full enough outside a unit, otherwise at the unit's
 * end. Name changes are published before the names are unlocked, so that the ring keeps their
 * order. A unit that changes names keeps the lock to its end. Used only by the sink's thread.
 */
final class RingWriter {
  private static final Logger LOG = System.getLogger(RingWriter.class.getName());

  /** Records for renaming an unknown object: object, bind, unbind, bind, and the name edge. */
  private static final int CHANGE_SLOTS = 5;

  private final KernelParts parts;
  private final String reporter;
  private final SinkBuffer buffer;
  private final OverloadPolicy onOverload;
  private final SharedNames.Claim claim = new SharedNames.Claim();
  private boolean keepsNames;
  private long lastLsn;
  private long filtered;

  RingWriter(KernelParts parts, String reporter, SinkBuffer buffer, OverloadPolicy onOverload) {
    this.parts = parts;
    this.reporter = reporter;
    this.buffer = buffer;
    this.onOverload = onOverload;
  }

  /** Returns a slot for an operation. */
  RecordEvent slot(RecordType type, long timeNanos) {
    if (buffer.isFull()) {
      makeRoom();
    }
    return buffer.next(type, timeNanos);
  }

  /** Returns a slot for an operation that refers to this many bytes of names or data. */
  RecordEvent slot(RecordType type, long timeNanos, long bytes) {
    if (buffer.isTooMuch(bytes)) {
      flush();
    }
    buffer.addBytes(bytes);
    if (buffer.isUnitTooLarge()) {
      dropUnit();
      throw SinkBuffer.tooManyBytes();
    }
    return slot(type, timeNanos);
  }

  /** Counts additional bytes of names that the last slot refers to. */
  void addBytes(long more) {
    buffer.addBytes(more);
  }

  /** Keeps the records of a name change in one range, so that a crash preserves all or none. */
  void reserve(long pathBytes) {
    if (buffer.wouldSplit(CHANGE_SLOTS, pathBytes)) {
      flush();
    }
  }

  /** Makes room for another slot in a full buffer. */
  void makeRoom() {
    if (!buffer.isUnitOpen()) {
      flush();
      return;
    }
    try {
      buffer.makeRoom();
    } catch (ColophonException e) {
      dropUnit();
      throw e;
    }
  }

  /** Implements {@link org.colophon.core.spi.reporter.OperationSink#flush}. */
  long flush() {
    if (buffer.isUnitOpen()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a unit of " + reporter + " is open: end it with a position");
    }
    return publish(onOverload != OverloadPolicy.DROP);
  }

  // --- the lock on the names ---

  Namespace lockNames() {
    Namespace names = parts.names().lock(claim);
    if (buffer.isUnitOpen() && !keepsNames) {
      names.beginUnit();
    }
    return names;
  }

  /** Publishes changed names before they are unlocked. In a unit, both happen at its end. */
  void changed() {
    if (buffer.isUnitOpen()) {
      keepsNames = true;
    } else {
      flush();
    }
  }

  void unlockNames() {
    if (!keepsNames) {
      parts.names().unlock(claim);
    }
  }

  // --- units ---

  void begin() {
    if (buffer.isUnitOpen()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a unit of " + reporter + " is open already: end it first");
    }
    if (buffer.isFull()) {
      flush();
    }
    buffer.beginUnit();
  }

  void position(String source, Bytes position) {
    boolean done = false;
    try {
      parts.positions().check(source, position);
      buffer.endUnit(source, position);
      if (keepsNames || buffer.count() >= SinkBuffer.BATCH) {
        flush();
      }
      keepsNames = false;
      done = true;
    } finally {
      if (done) {
        parts.names().unlock(claim);
      } else {
        dropUnit();
      }
    }
  }

  /** Throws BAD_REQUEST if no unit is open. */
  void requireUnit() {
    if (!buffer.isUnitOpen()) {
      throw ErrorCode.BAD_REQUEST.exception("no unit of " + reporter + " is open: begin one first");
    }
  }

  /** Reverts the changes of names of the unit, which stays open. Returns the names. */
  Namespace revertNames() {
    keepsNames = true;
    return parts.names().revert(claim);
  }

  /**
   * Ends the unit with positions of the kernel's own, by source, and publishes it at once. Drops no
   * operation. The caller drops the unit if this throws.
   */
  void endUnit(Map<String, Bytes> positions) {
    int left = positions.size();
    for (Map.Entry<String, Bytes> each : positions.entrySet()) {
      if (--left > 0) {
        buffer.note(each.getKey(), each.getValue());
      } else {
        buffer.endUnit(each.getKey(), each.getValue());
      }
    }
    publish(true);
    keepsNames = false;
    parts.names().unlock(claim);
  }

  void note(String source, Bytes position) {
    requireUnit();
    parts.positions().check(source, position);
    try {
      buffer.note(source, position);
    } catch (ColophonException e) {
      dropUnit();
      throw e;
    }
  }

  void dropUnit() {
    if (buffer.isUnitOpen()) {
      buffer.dropUnit();
    }
    keepsNames = false;
    parts.names().takeBack(claim);
  }

  /** Implements {@link RingSink#abandon}. */
  void abandon() {
    if (buffer.isUnitOpen()) {
      LOG.log(Level.WARNING, "{0} ended within a unit, which is dropped", reporter);
      dropUnit();
    }
    flush();
  }

  // --- publishing ---

  /**
   * Publishes the whole buffer as one range, which becomes durable entirely or not at all.
   *
   * @param isWhole false to drop operations if the ring is full
   * @return the LSN of the last operation published here, 0 if nothing was published
   */
  private long publish(boolean isWhole) {
    countFiltered();
    boolean gaveWay = hurry();
    parts.gate().enter();
    try {
      if (buffer.count() > 0) {
        parts.metrics().addReported(buffer.operations());
        lastLsn = isWhole ? publishAll() : publishOrDrop();
        if (buffer.hasPositions()) {
          parts.positions().note(buffer.slots(), buffer.count());
        }
        buffer.clear();
      }
      return lastLsn;
    } finally {
      parts.gate().leave();
      giveWay(gaveWay);
    }
  }

  /** Counts an operation that a filter excludes. */
  void filter() {
    if (++filtered >= SinkBuffer.BATCH) {
      countFiltered();
    }
  }

  private void countFiltered() {
    if (filtered > 0) {
      parts.metrics().addReported(filtered);
      parts.metrics().addFiltered(filtered);
      filtered = 0;
    }
  }

  long lastLsn() {
    return lastLsn;
  }

  /** Raises the thread's priority, as its unfilled slots delay other publishers. */
  private boolean hurry() {
    return parts.threads().raisePriority(Thread.currentThread());
  }

  private void giveWay(boolean again) {
    if (again) {
      parts.threads().setUrgent(false);
    }
  }

  /** Publishes operations in a range of their own. */
  void publish(RecordEvent[] events) {
    boolean gaveWay = hurry();
    parts.gate().enter();
    try {
      parts.metrics().addReported(events.length);
      parts.metrics().addAccepted(events.length);
      lastLsn = parts.ring().publish(events, events.length);
    } finally {
      parts.gate().leave();
      giveWay(gaveWay);
    }
  }

  private long publishAll() {
    parts.metrics().addAccepted(buffer.operations());
    return parts.ring().publish(buffer.slots(), buffer.count());
  }

  private long publishOrDrop() {
    long lsn = parts.ring().tryPublish(buffer.slots(), buffer.count());
    if (lsn != 0) {
      parts.metrics().addAccepted(buffer.operations());
      return lsn;
    }
    int dropped = buffer.drop();
    parts.metrics().addDropped(dropped);
    if (dropped > 0) {
      parts.metrics().addReported(1);
      RecordEvent gap = buffer.next(RecordType.GAP, 0); // reuses the slot of a dropped operation
      gap.kind = GapCause.DROPPED.code();
      gap.amount = dropped;
    }
    return publishAll();
  }
}
