// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.fact.Snapshot;

/**
 * One operation on its way through sinks. {@link OperationSink} documents each type.
 *
 * <p>The object is mutable, and a sink may reuse it. It belongs to the thread that reports, and is
 * valid only until {@link OperationSink#accept} returns. A sink that passes it on may change it
 * before; a sink that keeps an operation copies its fields. An operation allocates nothing.
 *
 * <p>A method that sets a type sets every field. Fields that the type does not have are 0 or null.
 */
@SuppressWarnings("NullAway") // the type of an operation decides which of its fields are set
public final class Operation {
  /** Types of operations; each is a method of {@link OperationSink}. */
  public enum Type {
    LINK,
    EXIT,
    ACCESS,
    END_REPEATED,
    CUT,
    DERIVE,
    EXTENDED,
    GAP,
    SNAPSHOT
  }

  private Type type;
  private Enum<?> kind;
  private Phase phase;
  private long process;
  private long object;
  private long cause;
  private long amount;
  private long count;
  private long timeNanos;
  private String dataType;
  private Bytes data;
  private int[] idsAt;

  private Operation set(Type newType, Enum<?> newKind, long newProcess, long newObject, long time) {
    type = newType;
    kind = newKind;
    phase = null;
    process = newProcess;
    object = newObject;
    cause = 0;
    amount = 0;
    count = 0;
    timeNanos = time;
    if (dataType != null) {
      setData(null, null, null);
    }
    return this;
  }

  private void setData(String newType, Bytes newData, int[] newIdsAt) {
    dataType = newType;
    data = newData;
    idsAt = newIdsAt;
  }

  /** Sets the fields of {@link OperationSink#link}. The effect is the process. */
  public Operation link(LinkKind linkKind, long effect, long causingProcess, long time) {
    set(Type.LINK, linkKind, effect, 0, time);
    cause = causingProcess;
    return this;
  }

  /** Sets the fields of {@link OperationSink#exit}. The status is the amount. */
  public Operation exit(long exited, int status, long time) {
    set(Type.EXIT, null, exited, 0, time);
    amount = status;
    return this;
  }

  /** Sets the fields of {@link OperationSink#access}. The bytes are the amount. */
  public Operation access(
      OperationKind accessKind, Phase newPhase, long by, long on, long bytes, long time) {
    set(Type.ACCESS, accessKind, by, on, time);
    phase = newPhase;
    amount = bytes;
    count = 1;
    return this;
  }

  /** Sets the fields of {@link OperationSink#endRepeated}. The phase is END. */
  public Operation endRepeated(
      OperationKind accessKind, long by, long on, long repeats, long bytes, long time) {
    access(accessKind, Phase.END, by, on, bytes, time).type = Type.END_REPEATED;
    count = repeats;
    return this;
  }

  /** Sets the fields of {@link OperationSink#cut}. */
  public Operation cut(Phase newPhase, long by, long on, long time) {
    set(Type.CUT, null, by, on, time).phase = newPhase;
    return this;
  }

  /** Sets the fields of {@link OperationSink#derive}. The effect is the object. */
  public Operation derive(long effect, long causingObject, long by, long time) {
    set(Type.DERIVE, null, by, effect, time).cause = causingObject;
    return this;
  }

  /** Sets the fields of {@link OperationSink#extend(long, long, String, Bytes, int[], long)}. */
  public Operation extend(
      long by, long on, String newDataType, Bytes newData, int[] newIdsAt, long time) {
    set(Type.EXTENDED, null, by, on, time).setData(newDataType, newData, newIdsAt);
    return this;
  }

  /** Sets the fields of {@link OperationSink#gap}. The number of losses is the amount. */
  public Operation gap(long affected, GapCause gapCause, long losses, long time) {
    set(Type.GAP, gapCause, affected, 0, time).amount = losses;
    return this;
  }

  /** Sets the fields of {@link OperationSink#snapshot}. The name is the data type. */
  public Operation snapshot(String name, Snapshot.Change change, long time) {
    set(Type.SNAPSHOT, change, 0, 0, time).dataType = name;
    return this;
  }

  public void setProcess(long replacement) {
    process = replacement;
  }

  public void setObject(long replacement) {
    object = replacement;
  }

  public void setCause(long replacement) {
    cause = replacement;
  }

  public void setData(Bytes replacement) {
    data = replacement;
  }

  public Type type() {
    return type;
  }

  /** Returns the access kind, the link kind, the cause of the gap or the change of a snapshot. */
  public Enum<?> kind() {
    return kind;
  }

  /** Returns true for an access, whether it is single, repeated or not expected to repeat. */
  public boolean isAccess() {
    return kind instanceof OperationKind;
  }

  public OperationKind accessKind() {
    return (OperationKind) kind;
  }

  public LinkKind linkKind() {
    return (LinkKind) kind;
  }

  public GapCause gapCause() {
    return (GapCause) kind;
  }

  public Snapshot.Change snapshotChange() {
    return (Snapshot.Change) kind;
  }

  public Phase phase() {
    return phase;
  }

  /** Returns the process that acts, 0 for none. For a link, returns the effect. */
  public long process() {
    return process;
  }

  /** Returns the object, 0 for none. For a derivation, returns the effect. */
  public long object() {
    return object;
  }

  /** Returns the causing process of a link or the causing object of a derivation. */
  public long cause() {
    return cause;
  }

  /** Returns the bytes of an access, the status of an exit, or the count of a gap. */
  public long amount() {
    return amount;
  }

  /** Returns the number of operations that an access represents. */
  public long count() {
    return count;
  }

  public long timeNanos() {
    return timeNanos;
  }

  public String dataType() {
    return dataType;
  }

  public Bytes data() {
    return data;
  }

  /** Returns the offsets of ids in the data. */
  public int[] idsAt() {
    return idsAt;
  }
}
