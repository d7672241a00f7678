// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.record.RecordJson;
import org.colophon.query.report.History;
import org.colophon.query.report.History.Event;
import org.colophon.query.report.History.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * Orders the reported changes of the file at a path, and finds the changes without a report. A
 * report follows its change, so it has a later LSN. One thread.
 */
final class ContentChanges {
  private final LineageReader reader;
  private final History history;
  private final List<ContentChange> reported = new ArrayList<>();
  private final Set<Event> explained = new HashSet<>();

  ContentChanges(LineageReader reader, History history) {
    this.reader = reader;
    this.history = history;
    history.changes().stream().filter(this::isOfText).forEach(this::add);
    reported.sort(Comparator.comparingLong(ContentChange::beginLsn));
  }

  /** Returns the reported changes in their order. */
  List<ContentChange> reported() {
    return reported;
  }

  /** Returns the changes without a report that began after an LSN, up to another. */
  List<Event> unreported(long lsn, long untilLsn) {
    return history.events().stream()
        .filter(event -> event.kind() == EventKind.CUT || event.kind() == EventKind.WRITTEN)
        .filter(event -> event.lsn() > lsn && event.lsn() <= untilLsn)
        .filter(event -> !explained.contains(event) && binding(event.object(), event.lsn()) != null)
        .toList();
  }

  private boolean isOfText(ExtendedRecord attached) {
    JsonNode failure =
        attached.type().equals(ContentChange.FAILED) ? RecordJson.tree(attached) : null;
    return attached.type().equals(ContentChange.PATCH)
        || (failure != null && Set.of("", "text").contains(failure.path("inspector").asText()));
  }

  private void add(ExtendedRecord attached) {
    Event event = eventOf(attached);
    NameBinding named = binding(attached.object(), attached.lsn());
    long begin;
    if (event == null || named == null || event.lsn() >= named.fromLsn()) {
      begin = begin(event, attached);
    } else if (isOfPath(attached)) {
      begin = named.fromLsn();
    } else {
      return; // a change under an earlier name
    }
    if (binding(attached.object(), begin) != null) {
      PatchStates states =
          attached.type().equals(ContentChange.PATCH) ? PatchStates.of(attached.data()) : null;
      reported.add(new ContentChange(begin, event, attached, states));
    }
  }

  private @Nullable NameBinding binding(long object, long lsn) {
    return history.bindings().stream()
        .filter(each -> each.object() == object && each.holdsAt(lsn))
        .findFirst()
        .orElse(null);
  }

  /** Returns whether a report names the path, as when an editor replaced the file by a rename. */
  private boolean isOfPath(ExtendedRecord attached) {
    Bytes name = ContentChange.nameIn(attached.data());
    return name.equals(Bytes.of(history.path().display()));
  }

  /**
   * Returns the event that a report describes: the last change of its process, else the last event
   * of its object.
   */
  private @Nullable Event eventOf(ExtendedRecord attached) {
    Event best = null;
    boolean isOwn = false;
    for (Event event : history.events()) {
      boolean isIts = event.object() == attached.object() && event.lsn() <= attached.lsn();
      boolean isByProcess =
          event.process() != null
              && event.process().id() == attached.process()
              && (event.kind() == EventKind.CUT || event.kind() == EventKind.WRITTEN);
      if (isIts && event.kind() != EventKind.UNBOUND && (isByProcess || !isOwn)) {
        best = event;
        isOwn |= isByProcess;
      }
    }
    return best;
  }

  /**
   * Returns the LSN at which a change began. If its write has an earlier report, several changes
   * were stored as one write, so the recorded state of the file before the report decides.
   */
  private long begin(@Nullable Event event, ExtendedRecord attached) {
    if (event == null) {
      return attached.lsn();
    }
    if (!explained.add(event)) {
      return reader.extendedRecords(0, attached.object()).stream()
          .filter(each -> each.type().equals(FileState.TYPE) && each.lsn() < attached.lsn())
          .mapToLong(ExtendedRecord::lsn)
          .max()
          .orElse(attached.lsn());
    }
    return event.lsn();
  }
}
