// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostPart.Match;
import org.colophon.query.across.PartRequest.Bound;
import org.colophon.query.across.PartRequest.End;
import org.colophon.query.across.PartRequest.Span;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.jspecify.annotations.Nullable;

/**
 * Answers for hosts whose histories this process reads. Uses one history at a time, so an answer
 * may concern more hosts than fit into memory. One thread.
 */
public final class LocalParts implements HostPeer {
  private final HostReaders hosts;
  private final @Nullable LineageReader firstReader;

  /**
   * Constructs an answerer.
   *
   * @param firstReader reader of the query's host, whose name is empty in requests; null if this
   *     process does not read that host
   */
  public LocalParts(HostReaders hosts, @Nullable LineageReader firstReader) {
    this.hosts = hosts;
    this.firstReader = firstReader;
  }

  @Override
  public String name() {
    return "this service";
  }

  @Override
  public List<HostPart> answer(PartRequest request) {
    List<String> names = new ArrayList<>(hosts.hosts());
    if (firstReader != null) {
      names.add("");
    }
    List<HostPart> parts = new ArrayList<>();
    for (String host : names) {
      if (mayAnswer(request, host)) {
        HostPart part = part(request, host);
        if (part != null) {
          parts.add(part);
        }
      }
    }
    return parts;
  }

  private @Nullable HostPart part(PartRequest request, String host) {
    if (host.isEmpty()) {
      LineageReader first = Objects.requireNonNull(firstReader);
      return new Answering(request, host, first, hosts.shared()).part();
    }
    LineageReader reader = hosts.reader(host);
    try {
      return new Answering(request, host, reader, hosts.shared()).part();
    } finally {
      hosts.release(host);
    }
  }

  /** Returns false if a host has none of the ends, without opening its history. */
  private boolean mayAnswer(PartRequest request, String host) {
    OwnAddresses addresses = host.isEmpty() ? null : hosts.addresses(host);
    return request.ends().stream()
        .filter(end -> !end.host().equals(host))
        .anyMatch(
            end ->
                addresses == null
                    || addresses.mayHaveOtherEnd(end.name())
                    || hosts.shared().path(host, end.name()) != null);
  }

  @Override
  public List<HostFind.Part> find(HostFind search) {
    return search.findLocally(hosts);
  }

  /** Returns the data of each connection in a lineage, by the connection's object. */
  static Map<Long, Span> spans(Lineage lineage, LineageReader reader) {
    Map<Long, Span> spans = new HashMap<>();
    boolean isBack = lineage.query().direction() == Direction.ANCESTORS;
    for (LineageNode node : lineage.nodes()) {
      ConnectionName name = node.isProcess() ? null : ConnectionName.of(node.name());
      if (name != null && name.crosses(lineage.query().direction())) {
        Span span = new MovedData(reader, node.id(), name.isSent()).span(node.boundLsn(), isBack);
        if (span != null) {
          spans.put(node.id(), span);
        }
      }
    }
    return spans;
  }

  /** Computes one host's answer. */
  private static final class Answering {
    private final PartRequest request;
    private final LineageQuery query;
    private final String host;
    private final LineageReader reader;
    private final SharedDirectories shared;
    private final long limitLsn;
    private final Map<Long, Long> bounds = new LinkedHashMap<>();
    private final List<Match> matches = new ArrayList<>();
    private final List<HostPart.Conflict> conflicts = new ArrayList<>();
    private boolean isChanged;

    Answering(PartRequest request, String host, LineageReader reader, SharedDirectories shared) {
      this.request = request;
      this.query = request.query();
      this.host = host;
      this.reader = reader;
      this.shared = shared;
      this.limitLsn = limit();
      for (Bound each : request.bounds()) {
        if (each.host().equals(host)) {
          bounds.put(each.object(), each.lsn());
        }
      }
    }

    private long limit() {
      if (host.isEmpty()) {
        return query.asOfLsn();
      }
      if (request.limits() != null) {
        return request.limits().getOrDefault(host, 1L);
      }
      return request.untilNanos() == 0
          ? Lsn.LATEST
          : Math.max(1, reader.lsnAt(request.untilNanos()));
    }

    /** Returns the part, or null if the host has none of the ends. */
    @Nullable HostPart part() {
      if (request.asksSenders()) {
        return senders();
      }
      for (int i = 0; i < request.ends().size(); i++) {
        End end = request.ends().get(i);
        if (!end.host().equals(host)) {
          reach(i, end);
        }
      }
      if (matches.isEmpty() && conflicts.isEmpty()) {
        return null;
      }
      return part(isChanged ? lineage() : null, List.of());
    }

    private void reach(int number, End end) {
      long lsn = bound(end.nanos());
      for (long object : otherEnds(end.name(), lsn)) {
        if (SharedDirectories.isCommon(end.name())) {
          match(number, object, lsn);
        } else {
          connect(number, end, object, lsn);
        }
      }
    }

    /** Continues at the other end of a connection. Data received continues only at a send. */
    private void connect(int number, End end, long object, long lsn) {
      MovedData moved = new MovedData(reader, object, isBack());
      Span span = end.span();
      if (!isBack() || bounds.containsKey(object) || moved.hasBegunBy(lsn)) {
        match(number, object, span == null ? lsn : moved.bound(span, isBack(), lsn));
      }
      if (span != null) {
        compareClocks(number, end, moved.span(Lsn.LATEST, isBack()));
      }
    }

    /** Returns the part with the connections from this host's addresses; null if it has none. */
    private @Nullable HostPart senders() {
      Set<String> own = OwnAddresses.of(reader).known();
      long lastNanos = reader.timeAt(reader.visibleLsn());
      List<HostPart.Sender> found = new ArrayList<>();
      for (int i = 0; i < request.ends().size(); i++) {
        End end = request.ends().get(i);
        ConnectionName name = ConnectionName.of(end.name());
        if (name != null && own.contains(name.peerAddress()) && !end.host().equals(host)) {
          found.add(new HostPart.Sender(i, lastNanos >= end.nanos()));
        }
      }
      return found.isEmpty() ? null : part(null, found);
    }

    private HostPart part(@Nullable Lineage lineage, List<HostPart.Sender> senders) {
      return new HostPart(
          host,
          limitLsn,
          reader.visibleLsn(),
          matches,
          lineage,
          lineage == null ? Map.of() : spans(lineage, reader),
          conflicts,
          senders);
    }

    /** Reports a conflict if the clocks show that all data was received before any was sent. */
    private void compareClocks(int number, End end, @Nullable Span there) {
      ConnectionName near = ConnectionName.of(end.name());
      Span here = end.span();
      if (near == null || near.own().isEmpty() || here == null) {
        return; // one of several connections
      }
      if (there != null) {
        long sent = (near.isSent() ? here : there).firstNanos();
        long received = (near.isSent() ? there : here).lastNanos();
        if (sent - received > HostLineage.SKEW_NANOS) {
          conflicts.add(new HostPart.Conflict(number, sent - received));
        }
      }
    }

    private List<Long> otherEnds(Bytes name, long lsn) {
      if (!SharedDirectories.isCommon(name)) {
        ConnectionName connection = ConnectionName.of(name);
        return connection == null ? List.of() : connection.otherEnds(reader);
      }
      Bytes path = shared.path(host, name);
      long object =
          path == null || lsn <= 0 ? 0 : reader.resolve(path, isBack() ? lsn : Lsn.LATEST);
      return object == 0 ? List.of() : List.of(object);
    }

    private void match(int end, long object, long lsn) {
      Long known = bounds.get(object);
      boolean isBetter = known == null || (isBack() ? lsn > known : lsn < known);
      if (lsn > 0 && isBetter) {
        bounds.put(object, lsn);
        isChanged = true;
      }
      if (bounds.containsKey(object)) { // without a bound, nothing had been recorded by then
        matches.add(new Match(end, object, bounds.get(object)));
      }
    }

    private boolean isBack() {
      return query.direction() == Direction.ANCESTORS;
    }

    private long bound(long nanos) {
      if (isBack()) {
        return nanos == 0
            ? limitLsn
            : Math.min(limitLsn, reader.lsnAt(nanos + HostLineage.SKEW_NANOS));
      }
      return nanos == 0 ? 1 : Math.max(1, lastBefore(nanos - HostLineage.SKEW_NANOS));
    }

    /** Returns an LSN up to which no time is later, 0 if none. */
    private long lastBefore(long nanos) {
      long last = reader.lsnAt(nanos);
      long later = reader.firstLsnAfter(nanos);
      return later == 0 ? last : Math.min(last, later - 1);
    }

    private Lineage lineage() {
      List<Root> roots = new ArrayList<>();
      if (host.isEmpty()) {
        roots.addAll(query.roots());
      }
      bounds.forEach(
          (object, lsn) ->
              roots.add(isBack() ? Root.object(object, lsn) : Root.objectSince(object, lsn)));
      Bytes mine = host.isEmpty() ? query.mine() : Bytes.EMPTY;
      return new LineageEngine(reader).collect(query.withRoots(roots, limitLsn, mine));
    }
  }
}
