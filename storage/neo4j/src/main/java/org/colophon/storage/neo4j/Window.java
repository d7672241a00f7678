package org.colophon.storage.neo4j;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * What was appended since the last transaction, whole batches. Stays as it is while it is written,
 * so that a transaction that failed can be tried again. One thread.
 */
final class Window {
  private static final int INITIAL_MOMENTS = 1 << 10;

  final AccessTable accesses = new AccessTable();

  /** Everything else, in order. */
  final List<WindowRecord> records = new ArrayList<>();

  /** LSN and time of each record that has one, in order. */
  long[] moments = new long[INITIAL_MOMENTS];

  private int momentsEnd;
  private int items;
  private long weight;
  private long operations;
  private long lastLsn;
  private long openedNanos;
  private boolean isEmpty = true;

  boolean isEmpty() {
    return isEmpty;
  }

  /** How many records are here. */
  int items() {
    return items;
  }

  /** About how much memory the records that are no accesses take, in bytes. */
  long weight() {
    return weight;
  }

  /** How many operations the records stand for. */
  long operations() {
    return operations;
  }

  /** The LSN up to which nothing is missing once this window is written. */
  long lastLsn() {
    return lastLsn;
  }

  /** When the first batch came, as {@link System#nanoTime}. */
  long openedNanos() {
    return openedNanos;
  }

  /** Where {@link #moments} ends. */
  int momentsEnd() {
    return momentsEnd;
  }

  void append(RecordBatch batch) {
    if (isEmpty) {
      openedNanos = System.nanoTime();
      isEmpty = false;
    }
    while (batch.next()) {
      add(batch);
      items++;
    }
    operations += batch.operations();
    lastLsn = batch.lastLsn();
  }

  private void add(RecordBatch r) {
    RecordType type = r.type();
    if (type == RecordType.INTERVAL) {
      accesses.close(
          r.process(),
          r.object(),
          r.accessMode(),
          r.beginLsn(),
          r.endLsn(),
          r.count(),
          r.bytes(),
          r.timeNanos());
      return; // its time is that of an earlier operation
    }
    addMoment(r.lsn(), r.timeNanos());
    if (type == RecordType.ACCESS) {
      accesses.add(
          r.process(),
          r.object(),
          r.operationKind(),
          r.lsn(),
          r.timeNanos(),
          r.bytes(),
          r.isOpen());
    } else {
      WindowRecord copy = WindowRecord.of(r);
      weight += copy.weight();
      records.add(copy);
    }
  }

  private void addMoment(long lsn, long timeNanos) {
    if (timeNanos != 0) {
      if (momentsEnd == moments.length) {
        moments = Arrays.copyOf(moments, 2 * momentsEnd);
      }
      moments[momentsEnd] = lsn;
      moments[momentsEnd + 1] = timeNanos;
      momentsEnd += 2;
    }
  }

  void clear() {
    accesses.clear();
    records.clear();
    momentsEnd = 0;
    items = 0;
    weight = 0;
    operations = 0;
    isEmpty = true;
  }
}
