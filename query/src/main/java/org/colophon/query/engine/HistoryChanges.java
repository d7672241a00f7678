package org.colophon.query.engine;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.report.History.Event;
import org.colophon.query.report.History.EventKind;

/**
 * Records attached to the objects of a path that concern the path's history. An inspector may
 * report late, after a rename, so the write before the record decides, not its LSN.
 */
final class HistoryChanges {
  private final LineageReader reader;
  private final long limit;

  HistoryChanges(LineageReader reader, long limit) {
    this.reader = reader;
    this.limit = limit;
  }

  /** Returns the records of a path's objects, in LSN order. */
  List<ExtendedRecord> of(List<NameBinding> bindings, List<Event> events) {
    return bindings.stream()
        .map(NameBinding::object)
        .distinct()
        .flatMap(object -> ofObject(object, bindings, events).stream())
        .sorted(Comparator.comparingLong(ExtendedRecord::lsn))
        .toList();
  }

  private List<ExtendedRecord> ofObject(
      long object, List<NameBinding> bindings, List<Event> events) {
    List<ExtendedRecord> attached =
        reader.extendedRecords(0, object).stream().filter(each -> each.lsn() <= limit).toList();
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

  /** Returns, for a record without a write, whether the object had the path then or later. */
  private static boolean isNamedSo(ExtendedRecord attached, List<NameBinding> bindings) {
    return bindings.stream()
        .anyMatch(each -> each.object() == attached.object() && attached.lsn() < each.toLsn());
  }
}
