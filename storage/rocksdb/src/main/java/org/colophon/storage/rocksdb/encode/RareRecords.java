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
  private final NameRecords names;
  private final IdCount processes;
  private final IdCount objects;
  private long placeLsn;
  private int place;

  RareRecords(FactBuffer facts, KeyBuffer keys, StoreState state) {
    this.facts = facts;
    this.keys = keys;
    this.names = new NameRecords(facts, keys);
    this.processes = new IdCount(state.processes(), state.maxProcess());
    this.objects = new IdCount(state.objects(), state.maxObject());
  }

  StoreState state(long lastLsn, long operations) {
    return new StoreState(
        lastLsn, processes.count(), objects.count(), operations, processes.max(), objects.max());
  }

  void add(RecordBatch r, long millis, long baseLsn, long baseMillis) {
    switch (r.type()) {
      case PROCESS -> addProcess(r, baseLsn);
      case OBJECT -> addObject(r, baseLsn);
      case LINK -> addLink(r, millis, baseLsn, baseMillis);
      case DERIVATION -> addDerivation(r, millis, baseLsn, baseMillis);
      case CUT -> addCut(r, millis, baseLsn, baseMillis);
      case EXIT -> addExit(r, millis, baseLsn, baseMillis);
      case BIND, UNBIND, RENAME, EXCHANGE -> names.add(r, stamp(r.lsn()), baseLsn);
      case EXTENDED -> addExtended(r, baseLsn);
      case SNAPSHOT -> addSnapshot(r);
      case GAP -> addGap(r);
      case ACCESS, INTERVAL -> throw new AssertionError(r.type());
    }
  }

  private void addProcess(RecordBatch r, long baseLsn) {
    final long id = r.process();
    processes.add(id);
    ProcessDeclaration declared = r.processDeclaration();
    ByteWriter out = facts.begin(StoreFormat.BY_PROCESS, id, StoreFormat.NODE);
    out.putByte(StoreFormat.DECLARED).putSigned(r.lsn() - baseLsn);
    out.putString(declared.identity()).putSigned(declared.pid()).putString(declared.executable());
    out.putVarint(declared.arguments().size());
    declared.arguments().forEach(out::putString);
    out.putString(declared.directory());
    out.putSigned(declared.startNanos());
    addIdentity(StoreFormat.PROCESS_KEY, declared.identity(), id);
    if (declared.pid() != 0) {
      keys.key(StoreFormat.LOOKUP).putByte(StoreFormat.PID_KEY).putLong(declared.pid()).putLong(id);
      keys.value();
      keys.end();
    }
  }

  private void addObject(RecordBatch r, long baseLsn) {
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

  private void addLink(RecordBatch r, long millis, long baseLsn, long baseMillis) {
    final long effect = r.process();
    final long cause = r.cause();
    putLink(StoreFormat.CAUSES, effect, cause, r, millis, baseLsn, baseMillis);
    putLink(StoreFormat.EFFECTS, cause, effect, r, millis, baseLsn, baseMillis);
  }

  private void putLink(
      int factClass,
      long id,
      long other,
      RecordBatch r,
      long millis,
      long baseLsn,
      long baseMillis) {
    facts
        .begin(StoreFormat.BY_PROCESS, id, factClass)
        .putVarint(other)
        .putVarint(r.linkKind().code())
        .putSigned(r.lsn() - baseLsn)
        .putMillis(millis, baseMillis);
  }

  private void addDerivation(RecordBatch r, long millis, long baseLsn, long baseMillis) {
    final long effect = r.object();
    final long cause = r.cause();
    putDerivation(StoreFormat.CAUSES, effect, cause, r, millis, baseLsn, baseMillis);
    putDerivation(StoreFormat.EFFECTS, cause, effect, r, millis, baseLsn, baseMillis);
  }

  private void putDerivation(
      int factClass,
      long id,
      long other,
      RecordBatch r,
      long millis,
      long baseLsn,
      long baseMillis) {
    facts
        .begin(StoreFormat.BY_OBJECT, id, factClass)
        .putVarint(other)
        .putVarint(r.process())
        .putSigned(r.lsn() - baseLsn)
        .putMillis(millis, baseMillis);
  }

  private void addCut(RecordBatch r, long millis, long baseLsn, long baseMillis) {
    facts
        .begin(StoreFormat.BY_OBJECT, r.object(), StoreFormat.CUTS)
        .putVarint(r.process())
        .putSigned(r.beginLsn() - baseLsn)
        .putSigned(r.lsn() - baseLsn)
        .putMillis(millis, baseMillis);
  }

  private void addExit(RecordBatch r, long millis, long baseLsn, long baseMillis) {
    facts
        .begin(StoreFormat.BY_PROCESS, r.process(), StoreFormat.NODE)
        .putByte(StoreFormat.ENDED)
        .putSigned(r.lsn() - baseLsn)
        .putMillis(millis, baseMillis)
        .putSigned(r.status());
  }

  /** Short records are facts. Keys of their own would cost ten times as much. */
  private void addExtended(RecordBatch r, long baseLsn) {
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

  /** The place keeps records that share an LSN apart and in order. */
  private long stamp(long lsn) {
    place = lsn == placeLsn ? place + 1 : 0;
    placeLsn = lsn;
    return StoreFormat.stamp(lsn, place);
  }
}
