package org.colophon.query.search;

import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.rows.NodeSlots;

/** Goes with time. A bound is the earliest LSN at which a node matters. */
public final class DescendantExpander extends Expander {
  public DescendantExpander(LineageReader reader, NodeSlots slots) {
    super(reader, slots);
  }

  @Override
  public void readProcess(long id) {
    reader.accessesOfProcess(id, generatedModes(), this);
    reader.effectsOfProcess(id, this);
  }

  @Override
  public void readObject(long id) {
    reader.accessesOfObject(id, usedModes(), this);
    reader.derivationsFromObject(id, this);
  }

  @Override
  public boolean isTimedByNear(int kind) {
    return kind != RECEIVED;
  }

  @Override
  public boolean isTimedByFar(int kind) {
    return kind != SENT;
  }

  @Override
  public long anyTime() {
    return Lsn.FIRST;
  }

  @Override
  public boolean isInTime(long first, long last, long bound) {
    return last >= bound;
  }

  @Override
  public long boundOf(long first, long last, long bound) {
    return Math.max(first, bound);
  }

  @Override
  public long farEnd(long first, long last) {
    return Math.min(last, limit);
  }

  @Override
  public boolean isInVersion(long first, long last, int block, int version) {
    return first < slots.endOf(block, version);
  }

  @Override
  public long latestFirst(int block, int version, long bound) {
    return slots.endOf(block, version) - 1;
  }

  @Override
  public long earliestEnd(int block, int version, long bound) {
    return bound;
  }

  @Override
  public int versionAt(int block, long bound) {
    return slots.versionWrittenAt(block, bound);
  }

  /** A write that went on after the cut is in the next version too. */
  @Override
  public long boundInNext(int block, int version, long farEnd) {
    long cut = slots.nextBegin(block, version);
    return cut != Lsn.OPEN && cut <= farEnd ? cut : Lsn.NONE;
  }

  @Override
  public long priority(long bound) {
    return bound;
  }

  @Override
  public long peerOf(long effect, long cause) {
    return effect;
  }
}
