// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.common.facts.AccessWindow;
import org.colophon.storage.neo4j.facts.NodeProperties;

/**
 * Whole batches since the last transaction. Writing does not change the window, so a failed
 * transaction can be retried. One thread.
 */
public final class Window {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int RECORD_BYTES = 200;

  final AccessWindow accesses = new AccessWindow();

  /** Functions that write all records other than accesses, in order. */
  final List<Consumer<RecordWriter>> records = new ArrayList<>();

  final TimeSegments times = new TimeSegments();

  private int items;
  private long weight;
  private long operations;
  private long lastLsn;
  private long openedNanos;
  private boolean isEmpty = true;

  public boolean isEmpty() {
    return isEmpty;
  }

  /** Returns the number of records. */
  public int items() {
    return items;
  }

  /** Returns the approximate size of the records other than accesses in bytes. */
  public long weight() {
    return weight;
  }

  /** Returns the number of operations that the records stand for. */
  long operations() {
    return operations;
  }

  /** Returns the LSN up to which the store is complete after this window. */
  public long lastLsn() {
    return lastLsn;
  }

  /** Returns the time of the first batch, as {@link System#nanoTime}. */
  public long openedNanos() {
    return openedNanos;
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
      accesses.close(r);
      return; // its time belongs to an earlier operation
    }
    long millis = Math.floorDiv(r.timeNanos(), NANOS_PER_MILLI);
    if (millis != 0) {
      times.add(r.lsn(), millis);
    }
    if (type == RecordType.ACCESS) {
      accesses.add(r);
    } else {
      weight += RECORD_BYTES;
      records.add(copy(r, r.lsn(), r.timeNanos()));
    }
  }

  private Consumer<RecordWriter> copy(RecordBatch r, long lsn, long nanos) {
    return switch (r.type()) {
      case PROCESS -> copyProcess(r.process(), r.processDeclaration(), lsn);
      case OBJECT -> copyObject(r.object(), r.objectDeclaration(), lsn);
      case LINK -> copyLink(r.linkKind(), r.process(), r.cause(), lsn, nanos);
      case DERIVATION -> {
        long object = r.object();
        long cause = r.cause();
        long process = r.process();
        yield writer -> writer.derivation(object, cause, process, lsn, nanos);
      }
      case CUT -> {
        long process = r.process();
        long object = r.object();
        long beginLsn = r.beginLsn();
        yield writer -> writer.cut(process, object, beginLsn, lsn, nanos);
      }
      case EXIT -> {
        long process = r.process();
        int status = r.status();
        yield writer -> writer.exit(process, status, lsn, nanos);
      }
      case BIND, UNBIND, RENAME, EXCHANGE -> copyName(r, addWeight(r.path()), lsn);
      case EXTENDED -> copyExtended(r.process(), r.object(), r.label(), addWeight(r.data()), lsn);
      case SNAPSHOT -> {
        String name = r.label();
        yield writer -> writer.snapshot(name, lsn, nanos);
      }
      case GAP -> copyGap(r.process(), r.gapCause(), r.count(), lsn);
      case ACCESS, INTERVAL -> throw new AssertionError(r.type());
    };
  }

  private Bytes addWeight(Bytes bytes) {
    weight += bytes.length();
    return bytes;
  }

  private Consumer<RecordWriter> copyProcess(long id, ProcessDeclaration declared, long lsn) {
    weight += NodeProperties.weight(declared);
    return writer -> writer.process(id, declared, lsn);
  }

  private Consumer<RecordWriter> copyObject(long id, ObjectDeclaration declared, long lsn) {
    weight += NodeProperties.weight(declared);
    return writer -> writer.object(id, declared, lsn);
  }

  private static Consumer<RecordWriter> copyLink(
      LinkKind kind, long effect, long cause, long lsn, long nanos) {
    return writer -> writer.link(kind, effect, cause, lsn, nanos);
  }

  private Consumer<RecordWriter> copyName(RecordBatch r, Bytes path, long lsn) {
    if (r.type() == RecordType.UNBIND) {
      return writer -> writer.unbind(path, lsn);
    }
    if (r.type() == RecordType.BIND) {
      long object = r.object();
      return writer -> writer.bind(path, object, lsn);
    }
    Bytes toPath = addWeight(r.toPath());
    if (r.type() == RecordType.EXCHANGE) {
      return writer -> writer.exchange(path, toPath, lsn);
    }
    long object = r.object();
    return writer -> writer.rename(path, toPath, object, lsn);
  }

  private static Consumer<RecordWriter> copyExtended(
      long process, long object, String type, Bytes data, long lsn) {
    return writer -> writer.extended(process, object, type, data, lsn);
  }

  private static Consumer<RecordWriter> copyGap(
      long process, GapCause cause, long count, long lsn) {
    return writer -> writer.gap(process, cause, count, lsn);
  }

  public void clear() {
    accesses.clear();
    records.clear();
    times.clear();
    items = 0;
    weight = 0;
    operations = 0;
    isEmpty = true;
  }
}
