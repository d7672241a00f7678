// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.ring;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.RecordType;
import org.jspecify.annotations.Nullable;

/**
 * One slot: a reported operation on its way to the kernel. The only mutable record type. It must
 * not be used after its handler returns. {@link RecordType} documents the meaning of the numbers.
 */
@SuppressWarnings("NullAway") // the type of a record decides which of its fields are set
public final class RecordEvent {
  /** Type of the record; null for a tick or a position, which are not operations. */
  public RecordType type;

  /** Code of the operation, link or gap kind. For a bind, 1 if the object had the name before. */
  public int kind;

  /** Code of the phase. */
  public int phase;

  /** True if suppression is off for this operation or for its reporter. */
  public boolean keepAll;

  /**
   * True for the last slot of a published range, after which a journal frame may end. Set by the
   * ring.
   */
  public boolean endsRange;

  public long process;
  public long object;
  public long cause;

  /** Bytes moved, the count of a gap, or the status of an exit. */
  public long amount;

  /** Number of further operations that the end of an access represents. */
  public long repeats;

  public long timeNanos;
  public Bytes path;
  public Bytes toPath;
  public String label;

  /** A declaration, the data of an extended record, or a position. */
  public Object payload;

  /** Clears the slot and sets its type and time; every use of a slot begins here. */
  public void begin(@Nullable RecordType newType, long newTimeNanos) {
    type = newType;
    kind = 0;
    phase = 0;
    process = 0;
    object = 0;
    cause = 0;
    amount = 0;
    repeats = 0;
    timeNanos = newTimeNanos;
    releaseReferences();
  }

  /** Returns true if the slot has a resume position: its source in label, its bytes in payload. */
  public boolean isPosition() {
    return type == null && label != null;
  }

  /** Copies every field of another slot except {@link #endsRange}. */
  public void copyFrom(RecordEvent other) {
    type = other.type;
    kind = other.kind;
    phase = other.phase;
    keepAll = other.keepAll;
    process = other.process;
    object = other.object;
    cause = other.cause;
    amount = other.amount;
    repeats = other.repeats;
    timeNanos = other.timeNanos;
    path = other.path;
    toPath = other.toPath;
    label = other.label;
    payload = other.payload;
  }

  /** Clears references, so that a quiet ring keeps no garbage alive. */
  public void releaseReferences() {
    if (path != null || payload != null || label != null) {
      path = null;
      toPath = null;
      label = null;
      payload = null;
    }
  }
}
