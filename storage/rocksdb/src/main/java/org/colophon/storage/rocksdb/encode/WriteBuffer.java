// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.StoreState;
import org.colophon.storage.rocksdb.format.TimeCodec;

/**
 * Sorts the records of appended batches into buffers for the next seal. Keeps everything since the
 * last seal until {@link #clear}, so a failed seal can be retried. One thread.
 */
public final class WriteBuffer {
  final RunBuffer runs = new RunBuffer();
  final FactBuffer facts = new FactBuffer();
  final KeyBuffer keys = new KeyBuffer();
  private final ProcessLists lists = new ProcessLists();
  private final RareRecords rare;
  private final TimeSegments times = new TimeSegments();
  private final SealSpans spans = new SealSpans();

  private long baseLsn;
  private long baseMillis;
  private long lastNanos;
  private long lastMillis;
  private StoreState state;
  private long operations;

  public WriteBuffer(StoreState state) {
    this.state = state;
    this.rare = new RareRecords(facts, keys, lists, spans, state);
    this.operations = state.operations();
  }

  public boolean isEmpty() {
    return baseLsn == Lsn.NONE;
  }

  /** Returns the number of buffered items. */
  public int items() {
    return runs.entries() + facts.facts();
  }

  /** Returns the size of the encoded part in bytes. */
  public long bytes() {
    return (long) facts.bytes() + keys.bytes() + lists.bytes();
  }

  /** Returns the base of LSNs in this seal. It increases, so it also numbers the seals. */
  public long baseLsn() {
    return baseLsn;
  }

  public long baseMillis() {
    return baseMillis;
  }

  /** Returns the state of the store after the next seal. */
  public StoreState state() {
    return state;
  }

  public void append(RecordBatch batch) {
    if (isEmpty()) {
      baseLsn = batch.firstLsn();
    }
    final RunBuffer target = runs;
    while (batch.next()) {
      final RecordType type = batch.type();
      if (type == RecordType.ACCESS) {
        target.add(batch, moment(batch.lsn(), batch.timeNanos()));
      } else if (type == RecordType.INTERVAL) {
        target.close(batch, millis(batch.timeNanos()));
      } else {
        rare.add(batch, moment(batch.lsn(), batch.timeNanos()), baseLsn, baseMillis);
      }
    }
    operations += batch.operations();
    state = rare.state(batch.lastLsn(), operations);
  }

  /** Converts the time of a record, and records it as the time of its LSN. */
  private long moment(long lsn, long nanos) {
    if (nanos == 0) {
      return 0;
    }
    final long millis = millis(nanos);
    times.add(lsn, millis);
    return millis;
  }

  /**
   * Converts to milliseconds. Caches the last conversion, since neighbours often share their time
   * and division is slow.
   */
  private long millis(long nanos) {
    if (nanos != lastNanos) {
      lastNanos = nanos;
      lastMillis = Math.floorDiv(nanos, StoreFormat.NANOS_PER_MILLI);
    }
    if (baseMillis == 0) {
      baseMillis = lastMillis;
    }
    spans.time(lastMillis);
    return lastMillis;
  }

  /** Adds all keys to a batch, and the state and times of the seal. */
  public void writeKeys(BatchEncoder batch) {
    keys.writeTo(batch);
    lists.writeTo(batch, baseLsn);
    ByteWriter pair = new ByteWriter(256);
    pair.putByte(StoreFormat.STATE_KEY);
    state.encode(pair);
    batch.put(StoreFormat.META, pair.data(), 0, 1, 1, pair.size() - 1);
    batch.put(StoreFormat.LOOKUP, pair.data(), 0, 1, 1, pair.size() - 1);
    pair.clear();
    spans.encode(runs, baseLsn, state.maxProcess(), pair);
    batch.put(StoreFormat.META, StoreFormat.key(StoreFormat.SPANS_KEY, baseLsn), pair);
    if (times.size() > 0) {
      pair.clear();
      TimeCodec.encodeRange(times, pair);
      batch.put(StoreFormat.META, StoreFormat.key(StoreFormat.TIME_RANGE_KEY, baseLsn), pair);
      pair.clear();
      TimeCodec.encode(times, pair);
      batch.put(StoreFormat.META, StoreFormat.key(StoreFormat.TIME_KEY, baseLsn), pair);
    }
  }

  public void clear() {
    runs.clear();
    facts.clear();
    keys.clear();
    lists.clear();
    times.clear();
    spans.clear();
    baseLsn = Lsn.NONE;
    baseMillis = 0;
  }
}
