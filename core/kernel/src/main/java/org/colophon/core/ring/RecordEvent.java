package org.colophon.core.ring;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.RecordType;

/**
 * One slot: a reported operation on its way to the kernel. The one mutable record type; it never
 * outlives the handler that it is given to. What the numbers mean depends on the type and is said
 * at {@link RecordType}.
 */
public final class RecordEvent {
  /** What happened; null for a tick or a position, which are no operations. */
  public RecordType type;

  /** Code of the operation, link or gap kind. */
  public int kind;

  /** Code of the phase. */
  public int phase;

  /** Whether suppression is off for it: every operation of the reporter is kept, or this one. */
  public boolean keepAll;

  /**
   * Whether this is the last slot of what was published together: a journal frame may end behind
   * it. Set by the ring.
   */
  public boolean endsRange;

  public long process;
  public long object;
  public long cause;

  /** Bytes moved, the count of a gap, or the status of an exit. */
  public long amount;

  public long timeNanos;
  public Bytes path;
  public Bytes toPath;
  public String label;

  /** A declaration, the data of an extended record, or a position. */
  public Object payload;

  /** Clears the slot and says what it will hold; every use of a slot begins here. */
  public void begin(RecordType newType, long newTimeNanos) {
    type = newType;
    kind = 0;
    phase = 0;
    process = 0;
    object = 0;
    cause = 0;
    amount = 0;
    timeNanos = newTimeNanos;
    releaseReferences();
  }

  /** Whether the slot says where the reporter of a source goes on: label and payload say it. */
  public boolean isPosition() {
    return type == null && label != null;
  }

  /** Copies every field of another slot, but for its place in a range. */
  public void copyFrom(RecordEvent other) {
    type = other.type;
    kind = other.kind;
    phase = other.phase;
    keepAll = other.keepAll;
    process = other.process;
    object = other.object;
    cause = other.cause;
    amount = other.amount;
    timeNanos = other.timeNanos;
    path = other.path;
    toPath = other.toPath;
    label = other.label;
    payload = other.payload;
  }

  /** Lets go of what the slot refers to, so that a quiet ring keeps no garbage alive. */
  public void releaseReferences() {
    if (path != null || payload != null || label != null) {
      path = null;
      toPath = null;
      label = null;
      payload = null;
    }
  }
}
