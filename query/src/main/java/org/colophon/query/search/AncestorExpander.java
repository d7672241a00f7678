package org.colophon.query.search;

import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.rows.NodeSlots;

/** Goes against time. A bound is the latest LSN at which a node still matters. */
public final class AncestorExpander extends Expander {
  public AncestorExpander(LineageReader reader, NodeSlots slots) {
    super(reader, slots);
  }

  @Override
  public void readProcess(long id) {
    reader.accessesOfProcess(id, usedModes(), this);
    reader.causesOfProcess(id, this);
  }

  @Override
  public void readObject(long id) {
    reader.accessesOfObject(id, generatedModes(), this);
    reader.derivationsOfObject(id, this);
  }

  @Override
  public boolean isTimedByNear(int kind) {
    return kind != SENT;
  }

  @Override
  public boolean isTimedByFar(int kind) {
    return kind != RECEIVED;
  }

  @Override
  public long anyTime() {
    return limit;
  }

  @Override
  public boolean isInTime(long first, long last, long bound) {
    return first <= bound;
  }

  @Override
  public long boundOf(long first, long last, long bound) {
    return Math.min(last, bound);
  }

  @Override
  public long farEnd(long first, long last) {
    return first;
  }

  @Override
  public boolean isInVersion(long first, long last, int block, int version) {
    return last >= slots.beginOf(block, version);
  }

  @Override
  public long latestFirst(int block, int version, long bound) {
    return bound;
  }

  @Override
  public long earliestEnd(int block, int version, long bound) {
    return slots.beginOf(block, version);
  }

  @Override
  public int versionAt(int block, long bound) {
    return slots.versionAt(block, bound);
  }

  /** A read that began before the cut may have seen what was cut off. */
  @Override
  public long boundInNext(int block, int version, long farEnd) {
    long cut = slots.seenFrom(block, version);
    return version > 0 && farEnd < cut ? cut - 1 : Lsn.NONE;
  }

  @Override
  public long priority(long bound) {
    return -bound;
  }

  @Override
  public long peerOf(long effect, long cause) {
    return cause;
  }
}
