package org.colophon.storage.rocksdb.encode;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.storage.common.PlainKinds;
import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.StoreState;
import org.colophon.storage.rocksdb.format.TimeCodec;

/**
 * Sorts the records of appended batches into what the next seal writes. Keeps everything since the
 * last seal until {@link #clear}, so a failed seal can be retried. One thread.
 */
public final class WriteBuffer {
  /** Bound by the sort keys of {@link GroupSealer}. */
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

  public WriteBuffer(int capacity, StoreState state) {
    this.runs = new RunBuffer(capacity);
    this.state = state;
    this.rare = new RareRecords(facts, keys, state);
    this.operations = state.operations();
  }

  public boolean isEmpty() {
    return baseLsn == Lsn.NONE;
  }

  /** The number of buffered items. */
  public int items() {
    return runs.entries() + facts.facts();
  }

  /** The size of the encoded part in bytes. */
  public long bytes() {
    return (long) facts.bytes() + keys.bytes();
  }

  /** The base of LSNs in this seal. It rises, so it also numbers the seal. */
  public long baseLsn() {
    return baseLsn;
  }

  public long baseMillis() {
    return baseMillis;
  }

  /** The state of the store after the next seal. */
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
          "id " + id + " is out of range; the RocksDB store accepts ids from 0 to " + MAX_ID);
    }
    return id;
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

  /** Caches the last conversion: neighbours often share their time, and division is slow. */
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

  /** Adds all keys to a batch, and the state and times of the seal. */
  public void writeKeys(BatchEncoder batch) {
    keys.writeTo(batch);
    ByteWriter pair = new ByteWriter(256);
    pair.putByte(StoreFormat.STATE_KEY);
    state.encode(pair);
    batch.put(StoreFormat.META, pair.data(), 0, 1, 1, pair.size() - 1);
    if (times.size() > 0) {
      pair.clear();
      pair.putByte(StoreFormat.TIME_KEY).putLong(baseLsn);
      int keyLength = pair.size();
      TimeCodec.encode(times, pair);
      batch.put(StoreFormat.META, pair.data(), 0, keyLength, keyLength, pair.size() - keyLength);
    }
  }

  public void clear() {
    runs.clear();
    facts.clear();
    keys.clear();
    times.clear();
    baseLsn = Lsn.NONE;
    baseMillis = 0;
  }
}
