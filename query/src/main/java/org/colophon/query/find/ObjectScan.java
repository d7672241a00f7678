package org.colophon.query.find;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;

/** Finds objects, agents, and records about either. */
final class ObjectScan {
  private final LineageReader reader;
  private final FindQuery query;
  private final ThingReader things;
  private final Match.Visitor visitor;

  /** Objects that were visited by their names. */
  private final BitSet matched = new BitSet();

  private final BitSet named = new BitSet();

  /** Objects of matching names that are only counted or ordered, which is fastest by id. */
  private final BitSet deferred = new BitSet();

  private int shown;

  ObjectScan(LineageReader reader, FindQuery query, ThingReader things, Match.Visitor visitor) {
    this.reader = reader;
    this.query = query;
    this.things = things;
    this.visitor = visitor;
  }

  void run() {
    if (query.readers != null || query.writers != null) {
      accessed().stream().forEach(this::byId);
    } else if (query.name != null) {
      reader.under(Bytes.EMPTY, things.limitLsn(), this::byName);
      deferred.stream().forEach(id -> offer(id, null));
      forEachId(
          id -> {
            if (!named.get(id)) {
              byId(id);
            }
          });
    } else {
      forEachId(this::byId);
    }
  }

  private void forEachId(IntConsumer visit) {
    int last = Math.toIntExact(reader.lastObject());
    for (int id = 1; id <= last; id++) {
      visit.accept(id);
    }
  }

  private BitSet accessed() {
    BitSet found = new BitSet();
    if (query.readers != null) {
      query.readers.forEach(each -> addObjects(each, ThingReader.READS, found));
    }
    if (query.writers != null) {
      BitSet written = new BitSet();
      query.writers.forEach(each -> addObjects(each, AccessMode.WRITE.bit(), written));
      if (query.readers == null) {
        return written;
      }
      found.and(written);
    }
    return found;
  }

  private void addObjects(long process, int modes, BitSet found) {
    reader.accessesOfProcess(
        process,
        modes,
        (p, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (things.isInRange(first, last)) {
            found.set(Math.toIntExact(object));
          }
        });
  }

  private void byName(Bytes path, long object) {
    int id = Math.toIntExact(object);
    named.set(id);
    if (!matched.get(id) && query.name.matches(path)) {
      matched.set(id);
      if (query.order != null || shown >= query.limit) {
        deferred.set(id);
      } else if (offer(id, path)) {
        shown++;
      }
    }
  }

  private void byId(int id) {
    Bytes name = query.name == null ? null : things.matchingName(id);
    if (query.name == null || name != null) {
      offer(id, name);
    }
  }

  /** Returns whether the object or a record about it is a match. */
  private boolean offer(long id, Bytes name) {
    ObjectInfo info = reader.object(id);
    if (info == null || info.declaredLsn() > things.limitLsn() || !isWanted(info)) {
      return false;
    }
    List<ExtendedRecord> records = things.recordsOf(0, id);
    ObjectKind kind = info.declaration().kind();
    boolean hasRecords = !query.isAboutRecords() || !records.isEmpty();
    boolean isMatch = query.hasType(kind) && hasRecords && isActive(info);
    if (isMatch) {
      FoundType type = kind == ObjectKind.AGENT ? FoundType.AGENT : FoundType.OBJECT;
      visitor.match(new Match(type, id, false, name, null));
    }
    if (query.finds(FoundType.RECORD)) {
      records.forEach(each -> visitor.match(new Match(FoundType.RECORD, id, false, name, each)));
    }
    return isMatch || (query.finds(FoundType.RECORD) && !records.isEmpty());
  }

  private boolean isWanted(ObjectInfo info) {
    return query.kind == null || query.kind == info.declaration().kind();
  }

  /** An object is active while it is accessed, and when it is first reported. */
  private boolean isActive(ObjectInfo info) {
    if (!query.hasRange() || things.isInRange(info.declaredLsn(), info.declaredLsn())) {
      return true;
    }
    boolean[] found = {false};
    reader.accessesOfObject(
        info.id(),
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            found[0] |= things.isInRange(first, last));
    return found[0];
  }
}
