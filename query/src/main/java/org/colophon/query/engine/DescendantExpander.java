package org.colophon.query.engine;

import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;

/** Goes with time. A bound is the earliest LSN at which a node matters. */
final class DescendantExpander extends Expander {
  DescendantExpander(LineageReader reader, Slots slots) {
    super(reader, slots);
  }

  @Override
  void readProcess(long id) {
    reader.accessesOfProcess(id, generatedModes(), this);
    reader.effectsOfProcess(id, this);
  }

  @Override
  void readObject(long id) {
    reader.accessesOfObject(id, usedModes(), this);
    reader.derivationsFromObject(id, this);
  }

  @Override
  boolean isTimedByNear(int kind) {
    return kind != RECEIVED;
  }

  @Override
  boolean isTimedByFar(int kind) {
    return kind != SENT;
  }

  @Override
  long anyTime() {
    return Lsn.FIRST;
  }

  @Override
  boolean isInTime(long first, long last, long bound) {
    return last >= bound;
  }

  @Override
  long boundOf(long first, long last, long bound) {
    return Math.max(first, bound);
  }

  @Override
  long farEnd(long first, long last) {
    return Math.min(last, limit);
  }

  @Override
  boolean isInVersion(long first, long last, int block, int version) {
    return first < slots.endOf(block, version);
  }

  @Override
  long latestFirst(int block, int version, long bound) {
    return slots.endOf(block, version) - 1;
  }

  @Override
  long earliestEnd(int block, int version, long bound) {
    return bound;
  }

  @Override
  int versionAt(int block, long bound) {
    return slots.versionWrittenAt(block, bound);
  }

  /** A write that went on after the cut is in the next version too. */
  @Override
  long boundInNext(int block, int version, long farEnd) {
    long cut = slots.nextBegin(block, version);
    return cut != Lsn.OPEN && cut <= farEnd ? cut : Lsn.NONE;
  }

  @Override
  long priority(long bound) {
    return bound;
  }

  @Override
  long peerOf(long effect, long cause) {
    return effect;
  }
}
