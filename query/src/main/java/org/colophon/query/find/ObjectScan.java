// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/** Finds objects and agents, and the records about them. */
final class ObjectScan {
  private final LineageReader reader;
  private final FindQuery query;
  private final ThingReader things;
  private final Match.Visitor visitor;

  ObjectScan(LineageReader reader, FindQuery query, ThingReader things, Match.Visitor visitor) {
    this.reader = reader;
    this.query = query;
    this.things = things;
    this.visitor = visitor;
  }

  void run() {
    if (query.readers != null || query.writers != null) {
      things.accessed(true, query.readers, query.writers).stream().forEach(this::byId);
      return;
    }
    NamePattern wanted = query.name;
    if (wanted != null) {
      // A content keeps its name when the file is removed, so its object is always visited.
      reader.objectsNamed(
          name -> FileDigest.isName(name) || wanted.matches(name),
          things.limitLsn(),
          (id, names) ->
              byNames(id, names.stream().filter(each -> !FileDigest.isName(each.path())).toList()));
    } else {
      long last = reader.lastObject();
      for (long id = 1; id <= last; id++) {
        offer(id, null);
      }
    }
  }

  private void byId(long id) {
    if (query.name == null) {
      offer(id, null);
    } else {
      byNames(id, reader.placesOf(id));
    }
  }

  private void byNames(long id, List<NameBinding> names) {
    Bytes name = things.matchingName(id, names);
    if (name != null) {
      offer(id, name);
    }
  }

  /** Visits an object and its records if they match. */
  private void offer(long id, @Nullable Bytes name) {
    if (!things.mayBeActiveObject(id)) {
      return;
    }
    ObjectInfo info = reader.object(id);
    if (info == null || info.declaredLsn() > things.limitLsn() || !isWanted(info)) {
      return;
    }
    List<ExtendedRecord> records = things.recordsOf(0, id);
    ObjectKind kind = info.declaration().kind();
    boolean hasRecords = !query.isAboutRecords() || !records.isEmpty();
    if (query.hasType(kind) && hasRecords && isActive(info) && isOfUser(id)) {
      FoundType type = kind == ObjectKind.AGENT ? FoundType.AGENT : FoundType.OBJECT;
      visitor.match(new Match(type, id, false, name, null));
    }
    if (query.finds(FoundType.RECORD) && isOfUser(id)) {
      records.forEach(each -> visitor.match(new Match(FoundType.RECORD, id, false, name, each)));
    }
  }

  /** Returns whether an object has the wanted kind. Absent files must be asked for. */
  private boolean isWanted(ObjectInfo info) {
    ObjectKind kind = info.declaration().kind();
    return query.kind == null ? kind != ObjectKind.ABSENT : query.kind == kind;
  }

  private boolean isOfUser(long id) {
    if (query.users.isEmpty()) {
      return true;
    }
    boolean[] found = {false};
    reader.accessesOfObject(
        id,
        AccessMode.WRITE.bit(),
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            found[0] |=
                things.isInRange(first, last, firstNanos, lastNanos) && things.isOfUser(process));
    return found[0];
  }

  /**
   * Returns whether an object is active in the range: it is accessed or first reported there. The
   * time of the first report counts only for objects without accesses, since an import has times of
   * accesses only.
   */
  private boolean isActive(ObjectInfo info) {
    boolean isReported = things.isInRange(info.declaredLsn(), info.declaredLsn(), 0, 0);
    if (!query.hasRange() || (isReported && !query.hasTimes())) {
      return true;
    }
    boolean[] found = {false, false};
    reader.accessesOfObject(
        info.id(),
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          found[0] |= first <= things.limitLsn();
          found[1] |= things.isInRange(first, last, firstNanos, lastNanos);
        });
    return found[1] || (isReported && !found[0]);
  }
}
