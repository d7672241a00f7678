// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.StoreState;

/** Encodes the records other than operations into facts and keys. One thread. */
final class RareRecords {
  private final FactBuffer facts;
  private final KeyBuffer keys;
  private final SealSpans spans;
  private final ProcessLists lists;
  private final NameRecords names;
  private final IdCount processes;
  private final IdCount objects;
  private long baseLsn;
  private long baseMillis;
  private long placeLsn;
  private int place;

  RareRecords(
      FactBuffer facts, KeyBuffer keys, ProcessLists lists, SealSpans spans, StoreState state) {
    this.facts = facts;
    this.keys = keys;
    this.lists = lists;
    this.spans = spans;
    this.names = new NameRecords(facts, keys);
    this.processes = new IdCount(state.processes(), state.maxProcess());
    this.objects = new IdCount(state.objects(), state.maxObject());
  }

  StoreState state(long lastLsn, long operations) {
    return new StoreState(
        lastLsn, processes.count(), objects.count(), operations, processes.max(), objects.max());
  }

  /**
   * Adds a record.
   *
   * @param millis the time of the record
   * @param sealLsn the base of LSNs in the seal
   * @param sealMillis the base of times in the seal
   */
  void add(RecordBatch r, long millis, long sealLsn, long sealMillis) {
    baseLsn = sealLsn;
    baseMillis = sealMillis;
    switch (r.type()) {
      case PROCESS -> addProcess(r);
      case OBJECT -> addObject(r);
      case LINK -> addLink(r, millis);
      case DERIVATION -> addDerivation(r, millis);
      case CUT -> addCut(r, millis);
      case EXIT -> addExit(r, millis);
      case BIND, UNBIND, RENAME, EXCHANGE -> names.add(r, stamp(r.lsn()), baseLsn);
      case EXTENDED -> addExtended(r);
      case SNAPSHOT -> addSnapshot(r);
      case GAP -> addGap(r);
      case ACCESS, INTERVAL -> throw new AssertionError(r.type());
    }
  }

  private void addProcess(RecordBatch r) {
    final long id = r.process();
    if (id <= processes.max()) {
      spans.declaredAgain(id);
    }
    processes.add(id);
    ProcessDeclaration declared = r.processDeclaration();
    if (declared.startNanos() != 0) {
      spans.time(Math.floorDiv(declared.startNanos(), StoreFormat.NANOS_PER_MILLI));
    }
    ByteWriter out = facts.begin(StoreFormat.BY_PROCESS, id, StoreFormat.NODE);
    out.putByte(StoreFormat.DECLARED).putSigned(r.lsn() - baseLsn);
    out.putString(declared.identity()).putSigned(declared.pid()).putString(declared.executable());
    out.putVarint(declared.arguments().size());
    declared.arguments().forEach(out::putString);
    out.putString(declared.directory());
    out.putSigned(declared.startNanos());
    addIdentity(StoreFormat.PROCESS_KEY, declared.identity(), id);
    if (declared.pid() != 0) {
      lists.addPid(declared.pid(), id);
    }
    if (!declared.executable().isEmpty()) {
      lists.addExecutable(declared.executable(), id);
    }
  }

  private void addObject(RecordBatch r) {
    final long id = r.object();
    objects.add(id);
    ObjectDeclaration declared = r.objectDeclaration();
    facts
        .begin(StoreFormat.BY_OBJECT, id, StoreFormat.NODE)
        .putByte(StoreFormat.DECLARED)
        .putSigned(r.lsn() - baseLsn)
        .putVarint(declared.kind().code())
        .putString(declared.identity())
        .putString(declared.label());
    addIdentity(StoreFormat.OBJECT_KEY, declared.identity(), id);
  }

  private void addIdentity(byte range, Bytes identity, long id) {
    if (!identity.isEmpty()) {
      keys.key(StoreFormat.LOOKUP).putByte(range).putRaw(identity);
      keys.value().putVarint(id);
      keys.end();
    }
  }

  private void addLink(RecordBatch r, long millis) {
    final int kind = r.linkKind().code();
    putEdge(StoreFormat.BY_PROCESS, StoreFormat.CAUSES, r.process(), r.cause(), kind, r, millis);
    putEdge(StoreFormat.BY_PROCESS, StoreFormat.EFFECTS, r.cause(), r.process(), kind, r, millis);
  }

  private void addDerivation(RecordBatch r, long millis) {
    final long by = r.process();
    putEdge(StoreFormat.BY_OBJECT, StoreFormat.CAUSES, r.object(), r.cause(), by, r, millis);
    putEdge(StoreFormat.BY_OBJECT, StoreFormat.EFFECTS, r.cause(), r.object(), by, r, millis);
  }

  /** Adds one direction of an edge; {@code detail} is the kind of a link, or a process. */
  private void putEdge(
      int family, int factClass, long id, long other, long detail, RecordBatch r, long millis) {
    facts
        .begin(family, id, factClass)
        .putVarint(other)
        .putVarint(detail)
        .putSigned(r.lsn() - baseLsn)
        .putMillis(millis, baseMillis);
  }

  private void addCut(RecordBatch r, long millis) {
    facts
        .begin(StoreFormat.BY_OBJECT, r.object(), StoreFormat.CUTS, r.beginLsn())
        .putVarint(r.process())
        .putSigned(r.beginLsn() - baseLsn)
        .putSigned(r.lsn() - baseLsn)
        .putMillis(millis, baseMillis);
  }

  private void addExit(RecordBatch r, long millis) {
    spans.ended(r.process());
    facts
        .begin(StoreFormat.BY_PROCESS, r.process(), StoreFormat.NODE)
        .putByte(StoreFormat.ENDED)
        .putSigned(r.lsn() - baseLsn)
        .putMillis(millis, baseMillis)
        .putSigned(r.status());
  }

  /** Adds a short record as a fact, since a key of its own would cost ten times as much. */
  private void addExtended(RecordBatch r) {
    final long stamp = stamp(r.lsn());
    final Bytes type = Bytes.of(r.label());
    final Bytes data = r.data();
    final boolean hasNoEnd = r.process() == 0 && r.object() == 0;
    if (hasNoEnd || type.length() + data.length() > StoreFormat.MAX_NOTE_BYTES) {
      addLong(r, stamp, type, data);
      return;
    }
    final long place = stamp - StoreFormat.stamp(baseLsn, 0);
    if (r.process() != 0) {
      note(StoreFormat.BY_PROCESS, r.process(), place, r.object()).putString(type).putString(data);
    }
    if (r.object() != 0) {
      ByteWriter out = note(StoreFormat.BY_OBJECT, r.object(), place, r.process());
      if (r.process() == 0) {
        out.putString(type).putString(data);
      }
    }
  }

  private ByteWriter note(int family, long id, long place, long other) {
    return facts.begin(family, id, StoreFormat.NOTES).putSigned(place).putVarint(other);
  }

  private void addLong(RecordBatch r, long stamp, Bytes type, Bytes data) {
    keys.key(StoreFormat.EXTENDED).putByte(StoreFormat.BLOB_KEY).putLong(stamp);
    keys.value().putVarint(r.process()).putVarint(r.object()).putString(type).putRaw(data);
    keys.end();
    addExtendedOf(StoreFormat.PROCESS_KEY, r.process(), stamp);
    addExtendedOf(StoreFormat.OBJECT_KEY, r.object(), stamp);
  }

  private void addExtendedOf(byte range, long id, long stamp) {
    if (id != 0) {
      keys.key(StoreFormat.EXTENDED).putByte(range).putLong(id).putLong(stamp);
      keys.value();
      keys.end();
    }
  }

  private void addSnapshot(RecordBatch r) {
    keys.key(StoreFormat.META).putByte(StoreFormat.SNAPSHOT_KEY).putLong(stamp(r.lsn()));
    keys.value().putSigned(r.timeNanos()).putString(Bytes.of(r.label()));
    keys.end();
  }

  private void addGap(RecordBatch r) {
    keys.key(StoreFormat.META).putByte(StoreFormat.GAP_KEY).putLong(stamp(r.lsn()));
    keys.value().putVarint(r.process()).putVarint(r.gapCause().code()).putVarint(r.count());
    keys.end();
  }

  /** Returns a stamp. Its place distinguishes and orders records that share an LSN. */
  private long stamp(long lsn) {
    place = lsn == placeLsn ? place + 1 : 0;
    placeLsn = lsn;
    return StoreFormat.stamp(lsn, place);
  }
}
