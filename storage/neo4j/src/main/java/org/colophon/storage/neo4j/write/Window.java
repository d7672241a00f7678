package org.colophon.storage.neo4j.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * Whole batches since the last transaction. Writing does not change it, so a failed transaction can
 * be retried. One thread.
 */
public final class Window {
  private static final int INITIAL_MOMENTS = 1 << 10;

  public final AccessTable accesses = new AccessTable();

  /** All other records, in order. */
  public final List<WindowRecord> records = new ArrayList<>();

  /** LSN and time of each record that has one, in order. */
  public long[] moments = new long[INITIAL_MOMENTS];

  private int momentsEnd;
  private int items;
  private long weight;
  private long operations;
  private long lastLsn;
  private long openedNanos;
  private boolean isEmpty = true;

  public boolean isEmpty() {
    return isEmpty;
  }

  /** The number of records. */
  public int items() {
    return items;
  }

  /** The approximate size of the records other than accesses in bytes. */
  public long weight() {
    return weight;
  }

  /** The number of operations that the records stand for. */
  public long operations() {
    return operations;
  }

  /** The LSN up to which the store is complete after this window. */
  public long lastLsn() {
    return lastLsn;
  }

  /** The time of the first batch, as {@link System#nanoTime}. */
  public long openedNanos() {
    return openedNanos;
  }

  /** The used length of {@link #moments}. */
  public int momentsEnd() {
    return momentsEnd;
  }

  public void append(RecordBatch batch) {
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
      return; // its time belongs to an earlier operation
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

  public void clear() {
    accesses.clear();
    records.clear();
    momentsEnd = 0;
    items = 0;
    weight = 0;
    operations = 0;
    isEmpty = true;
  }
}
