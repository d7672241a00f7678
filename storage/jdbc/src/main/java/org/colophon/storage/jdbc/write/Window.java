// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.storage.common.ByteStrings;
import org.colophon.storage.common.facts.AccessWindow;
import org.colophon.storage.jdbc.database.Dml;
import org.colophon.storage.jdbc.database.StoreState;
import org.colophon.storage.jdbc.database.Values;
import org.jspecify.annotations.Nullable;

/**
 * Whole batches, collected for one transaction as rows. A process or interval that begins and ends
 * within the window is one row. One thread.
 */
public final class Window {
  /** Two names that a record exchanged. */
  record Exchange(long record, Bytes one, Bytes other) {}

  final StoreState before;
  final Map<Long, Object[]> processes = new LinkedHashMap<>();
  final Map<Long, Object[]> ends = new LinkedHashMap<>();
  final Map<Long, Object[]> objects = new LinkedHashMap<>();
  final Map<Long, Object[]> objectNames = new LinkedHashMap<>();
  final List<Exchange> exchanges = new ArrayList<>();
  final AccessWindow accesses = new AccessWindow();
  final Map<Dml, List<Object[]>> facts = new LinkedHashMap<>();
  final List<Object[]> formerIdentities = new ArrayList<>();
  private final Map<Long, Bytes> identities = new HashMap<>();
  private final Map<Long, Long> lastNamed = new HashMap<>();
  private final NameRows names = new NameRows(this);
  private long lsn;
  private long records;
  private long operations;
  private long bytes;
  private Object @Nullable [] moment;

  public Window(StoreState before) {
    this.before = before;
    this.lsn = before.lsn();
    this.records = before.records();
    this.operations = before.operations();
  }

  public StoreState after() {
    return new StoreState(lsn, records, operations);
  }

  /** Returns the number of records. */
  public long size() {
    return records - before.records();
  }

  /** Returns the approximate size of names, arguments and data in bytes. */
  public long bytes() {
    return bytes;
  }

  public void append(RecordBatch batch) {
    while (batch.next()) {
      records++;
      addMoment(batch);
      addRecord(batch);
    }
    operations += batch.operations();
    lsn = batch.lastLsn();
  }

  /**
   * Adds one row for LSNs that share a millisecond. Ignores an INTERVAL, whose time is that of an
   * earlier LSN.
   */
  private void addMoment(RecordBatch r) {
    if (r.type() == RecordType.INTERVAL || r.timeNanos() == 0) {
      return;
    }
    long millis = Math.floorDiv(r.timeNanos(), 1_000_000L);
    if (moment != null && (Long) moment[3] == millis) {
      moment[2] = r.lsn();
    } else {
      moment = new Object[] {records, r.lsn(), r.lsn(), millis};
      add(Statements.INSERT_MOMENT, moment);
    }
  }

  public void add(Dml statement, @Nullable Object... row) {
    facts.computeIfAbsent(statement, key -> new ArrayList<>()).add(row);
  }

  public long record() {
    return records;
  }

  private void addRecord(RecordBatch r) {
    Long time = Values.nullIfZero(r.timeNanos());
    switch (r.type()) {
      case PROCESS -> addProcess(r.process(), r.processDeclaration(), r.lsn());
      case OBJECT -> addObject(r.object(), r.objectDeclaration(), r.lsn());
      case ACCESS -> accesses.add(r);
      case INTERVAL -> accesses.close(r);
      case LINK -> addLink(r, time);
      case DERIVATION -> addDerivation(r, time);
      case CUT -> addCut(r, time);
      case EXIT ->
          ends.put(r.process(), new Object[] {r.lsn(), time, (long) r.status(), r.process()});
      case BIND, UNBIND, RENAME, EXCHANGE -> names.add(r);
      case EXTENDED -> addExtended(r);
      case SNAPSHOT -> addSnapshot(r, time);
      case GAP -> addGap(r);
    }
  }

  private void addLink(RecordBatch r, @Nullable Long time) {
    String kind = Values.word(r.linkKind());
    add(Statements.INSERT_LINK, records, r.process(), r.cause(), kind, r.lsn(), time);
  }

  private void addDerivation(RecordBatch r, @Nullable Long time) {
    Long process = Values.nullIfZero(r.process());
    add(Statements.INSERT_DERIVATION, records, r.object(), r.cause(), process, r.lsn(), time);
  }

  private void addCut(RecordBatch r, @Nullable Long time) {
    Long process = Values.nullIfZero(r.process());
    add(Statements.INSERT_CUT, records, r.object(), process, r.beginLsn(), r.lsn(), time);
  }

  private void addGap(RecordBatch r) {
    String cause = Values.word(r.gapCause());
    add(Statements.INSERT_GAP, records, Values.nullIfZero(r.process()), cause, r.count(), r.lsn());
  }

  private void addProcess(long id, ProcessDeclaration process, long declaredLsn) {
    String command =
        process.arguments().isEmpty()
            ? Values.text(process.executable())
            : Values.shorten(
                process.arguments().stream().map(Values::text).collect(Collectors.joining(" ")));
    Object[] old = processes.get(id);
    byte[] arguments = ByteStrings.join(process.arguments());
    processes.put(
        id,
        new Object[] {
          Values.nullIfZero(process.pid()),
          Values.text(process.executable()),
          command,
          Values.text(process.directory()),
          Values.nullIfZero(process.startNanos()),
          process.identity().toArray(),
          hash(process.identity()),
          process.executable().toArray(),
          arguments,
          process.directory().toArray(),
          old == null ? declaredLsn : old[10],
          id
        });
    rememberIdentity("process", ~id, process.identity());
    bytes += arguments.length + 200L;
  }

  private void addObject(long id, ObjectDeclaration object, long declaredLsn) {
    Object[] old = objects.get(id);
    objects.put(
        id,
        new Object[] {
          Values.word(object.kind()),
          Values.text(object.label()),
          object.label().toArray(),
          hash(object.identity()),
          object.identity().toArray(),
          old == null ? declaredLsn : old[5],
          id
        });
    rememberIdentity("object", id, object.identity());
    bytes += object.label().length() + object.identity().length() + 100L;
  }

  private static @Nullable Long hash(Bytes identity) {
    return identity.isEmpty() ? null : Values.hash(identity);
  }

  /** Keeps identities that a declaration of the same window replaced. */
  private void rememberIdentity(String table, long key, Bytes identity) {
    Bytes old = identities.put(key, identity);
    if (old != null && !old.isEmpty() && !old.equals(identity)) {
      long id = key < 0 ? ~key : key;
      formerIdentities.add(new Object[] {table, id, old.toArray(), Values.hash(old)});
    }
  }

  private void addExtended(RecordBatch r) {
    Bytes type = Bytes.of(r.label());
    add(
        Statements.INSERT_EXTENDED,
        records,
        r.lsn(),
        Values.nullIfZero(r.process()),
        Values.nullIfZero(r.object()),
        Values.text(type),
        type.toArray(),
        r.data().toArray());
    bytes += r.data().length();
  }

  private void addSnapshot(RecordBatch r, @Nullable Long time) {
    Bytes name = Bytes.of(r.label());
    add(Statements.INSERT_SNAPSHOT, records, Values.text(name), name.toArray(), r.lsn(), time);
  }

  /** Returns the record of this window that named an object last; 0 without one. */
  public long lastNamed(long object) {
    return lastNamed.getOrDefault(object, 0L);
  }

  /** Sets the display name of an object. */
  public void nameObject(long object, String path) {
    objectNames.put(object, new Object[] {path, object});
    lastNamed.put(object, records);
    bytes += path.length() + 200L;
  }
}
