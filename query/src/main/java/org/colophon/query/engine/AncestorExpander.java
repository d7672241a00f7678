package org.colophon.query.engine;

import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;

/** Goes against time. A bound is the latest LSN at which a node still matters. */
final class AncestorExpander extends Expander {
  AncestorExpander(LineageReader reader, Slots slots) {
    super(reader, slots);
  }

  @Override
  void readProcess(long id) {
    reader.accessesOfProcess(id, usedModes(), this);
    reader.causesOfProcess(id, this);
  }

  @Override
  void readObject(long id) {
    reader.accessesOfObject(id, generatedModes(), this);
    reader.derivationsOfObject(id, this);
  }

  @Override
  boolean isTimedByNear(int kind) {
    return kind != SENT;
  }

  @Override
  boolean isTimedByFar(int kind) {
    return kind != RECEIVED;
  }

  @Override
  long anyTime() {
    return limit;
  }

  @Override
  boolean isInTime(long first, long last, long bound) {
    return first <= bound;
  }

  @Override
  long boundOf(long first, long last, long bound) {
    return Math.min(last, bound);
  }

  @Override
  long farEnd(long first, long last) {
    return first;
  }

  @Override
  boolean isInVersion(long first, long last, int block, int version) {
    return last >= slots.beginOf(block, version);
  }

  @Override
  long latestFirst(int block, int version, long bound) {
    return bound;
  }

  @Override
  long earliestEnd(int block, int version, long bound) {
    return slots.beginOf(block, version);
  }

  @Override
  int versionAt(int block, long bound) {
    return slots.versionAt(block, bound);
  }

  /** A read that began before the cut may have seen what was cut off. */
  @Override
  long boundInNext(int block, int version, long farEnd) {
    long cut = slots.seenFrom(block, version);
    return version > 0 && farEnd < cut ? cut - 1 : Lsn.NONE;
  }

  @Override
  long priority(long bound) {
    return -bound;
  }

  @Override
  long peerOf(long effect, long cause) {
    return cause;
  }
}
