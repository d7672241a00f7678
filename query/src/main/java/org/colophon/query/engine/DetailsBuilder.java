// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.naming.Describer;
import org.colophon.query.report.Details;
import org.colophon.query.report.Details.AccessSum;
import org.colophon.query.report.Details.Name;
import org.colophon.query.report.Details.Tie;
import org.colophon.query.search.GapFinder;
import org.jspecify.annotations.Nullable;

/** Collects all details of one process or object. */
final class DetailsBuilder {
  private final LineageReader reader;
  private final Root root;
  private final long limit;
  private final Describer describer;
  private final Map<PeerMode, AccessSum> totals = new LinkedHashMap<>();
  private final List<PendingTie> ties = new ArrayList<>();

  DetailsBuilder(LineageReader reader, Root root) {
    this.reader = reader;
    this.root = root;
    this.limit = Math.min(root.lsn(), reader.visibleLsn());
    this.describer = new Describer(reader, limit, true, Direction.ANCESTORS);
  }

  Details build() {
    boolean isProcess = root.type() == NodeType.PROCESS;
    boolean isKnown =
        isProcess ? reader.process(root.id()) != null : reader.object(root.id()) != null;
    if (!isKnown) {
      String what = isProcess ? "process" : "object";
      throw ErrorCode.NOT_FOUND.exception(
          "no %s has the global id %d; colophon find lists the ids".formatted(what, root.id()));
    }
    return isProcess ? process() : object();
  }

  private Details process() {
    long id = root.id();
    reader.accessesOfProcess(
        id,
        AccessMode.ALL,
        (p, object, mode, first, last, count, bytes, t1, t2) ->
            add(object, mode, first, last, count, bytes, t1, t2));
    reader.causesOfProcess(
        id,
        (effect, cause, kind, lsn, time) ->
            ties.add(new PendingTie(cause, EdgeKind.of(kind), true, lsn, time)));
    reader.effectsOfProcess(
        id,
        (effect, cause, kind, lsn, time) ->
            ties.add(new PendingTie(effect, EdgeKind.of(kind), false, lsn, time)));
    LineageNode node = describer.process(-1, id, limit, 0, 0);
    return new Details(
        node, List.of(), null, List.of(), sums(), ties(), List.of(), extended(id, 0), gaps());
  }

  /**
   * Returns the losses that affect the node's ancestry. For a process, also returns its own losses.
   */
  private List<Gap> gaps() {
    if (reader.gaps().isEmpty() && reader.damages().isEmpty()) {
      return List.of();
    }
    List<Gap> behind =
        GapFinder.ofWhole(reader, LineageQuery.builder().root(root).asOfLsn(limit).build());
    boolean isProcess = root.type() == NodeType.PROCESS;
    return reader.gaps().stream()
        .filter(
            gap ->
                behind.contains(gap)
                    || (isProcess && gap.process() == root.id() && GapFinder.isKnownBy(gap, limit)))
        .toList();
  }

  private Details object() {
    long id = root.id();
    reader.accessesOfObject(
        id,
        AccessMode.ALL,
        (process, o, mode, first, last, count, bytes, t1, t2) ->
            add(process, mode, first, last, count, bytes, t1, t2));
    reader.derivationsOfObject(
        id,
        (effect, cause, process, lsn, time) ->
            ties.add(new PendingTie(cause, EdgeKind.DERIVATION, true, lsn, time)));
    reader.derivationsFromObject(
        id,
        (effect, cause, process, lsn, time) ->
            ties.add(new PendingTie(effect, EdgeKind.DERIVATION, false, lsn, time)));
    return new Details(
        describer.newest(id),
        names(id),
        content(id),
        describer.cutsOf(id),
        sums(),
        List.of(),
        ties(),
        extended(0, id),
        gaps());
  }

  private List<Name> names(long object) {
    List<Name> names = new ArrayList<>();
    for (NameBinding each : reader.placesOf(object)) {
      if (each.fromLsn() <= limit) {
        long end = each.toLsn() <= limit ? reader.timeAt(each.toLsn()) : 0;
        names.add(new Name(each, reader.timeAt(each.fromLsn()), end));
      }
    }
    return names;
  }

  private ContentVersions.@Nullable Version content(long object) {
    List<ContentVersions.Version> versions = new ContentVersions(reader, limit).versionsOf(object);
    ContentVersions.Version last = versions.isEmpty() ? null : versions.get(versions.size() - 1);
    return last != null && last.isNewest() ? last : null;
  }

  private List<ExtendedRecord> extended(long process, long object) {
    return reader.extendedRecords(process, object).stream()
        .filter(each -> each.lsn() <= limit && !each.type().equals(ByteMap.RANGES))
        .toList();
  }

  private void add(
      long peer,
      AccessMode mode,
      long first,
      long last,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    if (first <= limit) {
      totals.merge(
          new PeerMode(peer, mode),
          new AccessSum(null, mode, 1, first, last, count, bytes, firstNanos, lastNanos),
          AccessSum::plus);
    }
  }

  private List<AccessSum> sums() {
    List<AccessSum> sums = new ArrayList<>();
    totals.forEach((key, total) -> sums.add(total.with(peer(key.peer()))));
    sums.sort(Comparator.comparingLong(AccessSum::firstLsn));
    return sums;
  }

  private LineageNode peer(long id) {
    return root.type() == NodeType.PROCESS
        ? describer.newest(id)
        : describer.process(-1, id, limit, 0, 0);
  }

  /**
   * Returns a process's links to other processes, or an object's derivations from other objects.
   */
  private List<Tie> ties() {
    List<Tie> reported = new ArrayList<>();
    for (PendingTie tie : ties) {
      if (tie.lsn() <= limit) {
        LineageNode peer =
            tie.kind() == EdgeKind.DERIVATION
                ? describer.newest(tie.peer())
                : describer.process(-1, tie.peer(), limit, 0, 0);
        reported.add(new Tie(peer, tie.kind(), tie.isCause(), tie.lsn(), tie.timeNanos()));
      }
    }
    reported.sort(Comparator.comparingLong(Tie::lsn));
    return reported;
  }

  private record PeerMode(long peer, AccessMode mode) {}

  private record PendingTie(long peer, EdgeKind kind, boolean isCause, long lsn, long timeNanos) {}
}
