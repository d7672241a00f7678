package org.colophon.storage.rocksdb;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * Takes batches and sorts their records into what one seal will write. Holds everything since the
 * last seal; a seal that fails can be tried again, since only {@link #clear} empties it. One
 * thread.
 */
final class WriteBuffer {
  /** Ids and their place in a seal share a sort key, see {@link GroupSealer}. */
  private static final long MAX_ID = GroupSealer.MAX_ID;

  final RunBuffer runs;
  final FactBuffer facts = new FactBuffer();
  final KeyBuffer keys = new KeyBuffer();
  private final RareRecords rare;
  private final TimeSegments times = new TimeSegments();

  private long baseLsn;
  private long baseMillis;
  private long lastNanos;
  private long lastMillis;
  private StoreState state;
  private long operations;

  WriteBuffer(int capacity, StoreState state) {
    this.runs = new RunBuffer(capacity);
    this.state = state;
    this.rare = new RareRecords(facts, keys, state);
    this.operations = state.operations();
  }

  boolean isEmpty() {
    return baseLsn == Lsn.NONE;
  }

  /** How many items of a seal are here. */
  int items() {
    return runs.entries() + facts.facts();
  }

  /** How many bytes the coded part takes. */
  long bytes() {
    return (long) facts.bytes() + keys.bytes();
  }

  /** What LSNs of this seal are relative to; also its number, since it only rises. */
  long baseLsn() {
    return baseLsn;
  }

  long baseMillis() {
    return baseMillis;
  }

  /** The state of the store once this buffer is in it. */
  StoreState state() {
    return state;
  }

  void append(RecordBatch batch) {
    if (isEmpty()) {
      baseLsn = batch.firstLsn();
    }
    final RunBuffer target = runs;
    while (batch.next()) {
      final RecordType type = batch.type();
      if (type == RecordType.ACCESS) {
        final OperationKind kind = batch.operationKind();
        final long lsn = batch.lsn();
        target.add(
            checked(batch.process()),
            checked(batch.object()),
            kind.mode().code(),
            kind.code(),
            lsn,
            batch.bytes(),
            moment(lsn, batch.timeNanos()),
            batch.isOpen());
      } else if (type == RecordType.INTERVAL) {
        close(batch);
      } else {
        rare.add(batch, moment(batch.lsn(), batch.timeNanos()), baseLsn, baseMillis);
      }
    }
    operations += batch.operations();
    state = rare.state(batch.lastLsn(), operations);
  }

  private void close(RecordBatch batch) {
    final AccessMode mode = batch.accessMode();
    runs.close(
        checked(batch.process()),
        checked(batch.object()),
        mode.code(),
        PlainKinds.of(mode).code(),
        batch.beginLsn(),
        batch.endLsn(),
        batch.count(),
        batch.bytes(),
        millis(batch.timeNanos()));
  }

  private static long checked(long id) {
    if (id < 0 || id > MAX_ID) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "id " + id + " is outside of what the RocksDB store takes, 0 to " + MAX_ID);
    }
    return id;
  }

  /** The time of a record that tells when its LSN was recorded. */
  private long moment(long lsn, long nanos) {
    if (nanos == 0) {
      return 0;
    }
    final long millis = millis(nanos);
    times.add(lsn, millis);
    return millis;
  }

  /** Neighbours mostly share their time, and a division costs as much as the rest. */
  private long millis(long nanos) {
    if (nanos != lastNanos) {
      lastNanos = nanos;
      lastMillis = Math.floorDiv(nanos, StoreFormat.NANOS_PER_MILLI);
    }
    if (baseMillis == 0) {
      baseMillis = lastMillis;
    }
    return lastMillis;
  }

  /** Adds the keys that each seal has one of. */
  void writeSealKeys(BatchEncoder batch) {
    ByteWriter pair = new ByteWriter(256);
    pair.putByte(StoreFormat.STATE_KEY);
    state.encode(pair);
    batch.put(StoreFormat.META, pair.data(), 0, 1, 1, pair.size() - 1);
    if (!times.isEmpty()) {
      pair.clear();
      pair.putByte(StoreFormat.TIME_KEY).putLong(baseLsn);
      int keyLength = pair.size();
      times.encode(pair);
      batch.put(StoreFormat.META, pair.data(), 0, keyLength, keyLength, pair.size() - keyLength);
    }
  }

  void clear() {
    runs.clear();
    facts.clear();
    keys.clear();
    times.clear();
    baseLsn = Lsn.NONE;
    baseMillis = 0;
  }
}
