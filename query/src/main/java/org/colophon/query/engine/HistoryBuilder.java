// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageNode.Cut;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.naming.Describer;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.report.History;
import org.colophon.query.report.History.Event;
import org.colophon.query.report.History.EventKind;

/**
 * Collects the events at a path. For each object, these are the events while it had the path, and
 * its writes under an earlier name.
 */
final class HistoryBuilder {
  private final LineageReader reader;
  private final long limit;
  private final Describer describer;
  private final ObjectNames naming;
  private final ContentVersions contents;
  private final List<Event> events = new ArrayList<>();
  private final Map<Long, List<Cut>> cutsByObject = new HashMap<>();
  private final Map<Long, Set<Long>> writesByObject = new HashMap<>();

  HistoryBuilder(LineageReader reader, long asOfLsn) {
    this.reader = reader;
    this.limit = Math.min(asOfLsn, reader.visibleLsn());
    this.describer = new Describer(reader, limit);
    this.naming = new ObjectNames(reader);
    this.contents = new ContentVersions(reader, limit);
  }

  /**
   * Returns the history of a path.
   *
   * @param withChanges true to include records attached to its objects
   */
  History build(Bytes path, boolean withChanges) {
    List<NameBinding> bindings =
        reader.bindingsOf(path).stream().filter(b -> b.fromLsn() <= limit).toList();
    for (NameBinding binding : bindings) {
      addBinding(binding);
      addCuts(binding);
      addWrites(binding);
    }
    events.sort(
        Comparator.comparingLong(Event::lsn).thenComparing(Event::kind, HistoryBuilder::inOrder));
    List<ExtendedRecord> changes = withChanges ? changes(bindings) : List.of();
    return new History(path, bindings, events, changes);
  }

  /** Orders the end of a binding before the start of another at the same LSN. */
  private static int inOrder(EventKind a, EventKind b) {
    return Boolean.compare(a != EventKind.UNBOUND, b != EventKind.UNBOUND);
  }

  private void addBinding(NameBinding binding) {
    addName(EventKind.BOUND, binding, binding.fromLsn());
    if (binding.toLsn() != Lsn.OPEN && binding.toLsn() <= limit) {
      addName(EventKind.UNBOUND, binding, binding.toLsn());
    }
  }

  /**
   * Returns the other name of a move. At the start of a binding, this is the name that the object
   * lost; at the end, the name that it got. If the move was not recorded, the names may change in
   * any order.
   */
  private Bytes nameAround(NameBinding binding, long lsn, boolean isBegin, boolean isRecorded) {
    for (NameBinding other : reader.placesOf(binding.object())) {
      long gap = isBegin ? lsn - other.toLsn() : other.fromLsn() - lsn;
      long least = isRecorded ? 0 : 1 - ObjectNames.RECORDS_OF_ONE_OPERATION;
      if (gap >= least
          && gap < ObjectNames.RECORDS_OF_ONE_OPERATION
          && !other.path().equals(binding.path())) {
        return other.path();
      }
    }
    return Bytes.EMPTY;
  }

  private void addName(EventKind kind, NameBinding binding, long lsn) {
    long object = binding.object();
    long process = naming.processAt(object, lsn);
    ProcessInfo who = process == 0 ? null : reader.process(process);
    boolean isBegin = kind == EventKind.BOUND;
    Bytes other = nameAround(binding, lsn, isBegin, process != 0);
    boolean isUnrecorded = process == 0 && !other.isEmpty();
    long unmoved = isUnrecorded ? reader.timeAt(lastUse(object, lsn)) : 0;
    int version = versionAt(object, lsn);
    long time = reader.timeAt(lsn);
    FileDigest digest = contents.digestAt(object, lsn);
    events.add(new Event(kind, object, version, who, lsn, lsn, 1, 0, other, time, unmoved, digest));
  }

  /** Returns the last LSN before another at which an object was used, or got its state. */
  private long lastUse(long object, long lsn) {
    long[] used = {1};
    reader.accessesOfObject(
        object,
        AccessMode.ALL,
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          long at = last < lsn ? last : first;
          used[0] = at < lsn ? Math.max(used[0], at) : used[0];
        });
    for (ExtendedRecord each : reader.extendedRecords(0, object)) {
      used[0] = each.lsn() < lsn ? Math.max(used[0], each.lsn()) : used[0];
    }
    return used[0];
  }

  private void addCuts(NameBinding binding) {
    List<Cut> cuts = cutsOf(binding.object());
    for (int i = 0; i < cuts.size(); i++) {
      Cut cut = cuts.get(i);
      if (binding.holdsAt(cut.endLsn())) {
        ProcessInfo who = cut.process() == 0 ? null : reader.process(cut.process());
        events.add(
            new Event(
                EventKind.CUT,
                binding.object(),
                i + 1,
                who,
                cut.endLsn(),
                cut.endLsn(),
                1,
                0,
                Bytes.EMPTY,
                cut.timeNanos(),
                0,
                contents.digestAt(binding.object(), cut.endLsn())));
      }
    }
  }

  private void addWrites(NameBinding binding) {
    List<Event> found = new ArrayList<>();
    // If a write spans two bindings of an object, reports it once.
    Set<Long> reported = writesByObject.computeIfAbsent(binding.object(), key -> new HashSet<>());
    reader.accessesOfObject(
        binding.object(),
        AccessMode.WRITE.bit(),
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          boolean isBefore = first < binding.toLsn() && first <= limit;
          if (isBefore && !reported.contains(first)) {
            Bytes name = last < binding.fromLsn() ? naming.nameOf(object, first) : Bytes.EMPTY;
            found.add(write(process, object, first, last, count, bytes, firstNanos, name));
          }
        });
    events.addAll(found);
    found.forEach(event -> reported.add(event.lsn()));
  }

  private Event write(
      long process,
      long object,
      long first,
      long last,
      long count,
      long bytes,
      long time,
      Bytes name) {
    int version = versionAt(object, last == Lsn.OPEN ? first : last);
    ProcessInfo who = reader.process(process);
    FileDigest digest = contents.digestAt(object, last);
    return new Event(
        EventKind.WRITTEN, object, version, who, first, last, count, bytes, name, time, 0, digest);
  }

  private List<Cut> cutsOf(long object) {
    return cutsByObject.computeIfAbsent(object, describer::cutsOf);
  }

  private int versionAt(long object, long lsn) {
    return Cut.versionAt(cutsOf(object), lsn);
  }

  /**
   * Returns the records attached to the objects, in LSN order. Selects a record by its write,
   * because an inspector may report it late, after a rename.
   */
  private List<ExtendedRecord> changes(List<NameBinding> bindings) {
    return bindings.stream()
        .map(NameBinding::object)
        .distinct()
        .flatMap(object -> changesOf(object, bindings).stream())
        .sorted(Comparator.comparingLong(ExtendedRecord::lsn))
        .toList();
  }

  private List<ExtendedRecord> changesOf(long object, List<NameBinding> bindings) {
    List<ExtendedRecord> attached =
        reader.extendedRecords(0, object).stream()
            .filter(each -> each.lsn() <= limit && !FileDigest.isOfFile(each.type()))
            .toList();
    if (attached.isEmpty()) {
      return attached;
    }
    ObjectWrites writes = new ObjectWrites(reader, object);
    Set<Long> reported = new HashSet<>();
    events.stream()
        .filter(event -> event.kind() == EventKind.WRITTEN && event.object() == object)
        .forEach(event -> reported.add(event.lsn()));
    return attached.stream()
        .filter(
            each -> {
              Map.Entry<Long, Long> write = writes.explainedBy(each);
              return write == null ? isNamedSo(each, bindings) : reported.contains(write.getKey());
            })
        .toList();
  }

  /** Returns whether the object of a record without a write had the path then or later. */
  private static boolean isNamedSo(ExtendedRecord attached, List<NameBinding> bindings) {
    return bindings.stream()
        .anyMatch(each -> each.object() == attached.object() && attached.lsn() < each.toLsn());
  }
}
