package org.colophon.query.across;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/**
 * A lineage that crosses TCP connections between hosts. Each host answers for its part; an end of a
 * connection that lineage reaches leads to the other end, on the host that has it.
 *
 * <p>LSNs compare only within one host, so the bound crosses as time: a receive leads to what was
 * sent into the same connection until then, and a send to what was received from then on. Clocks
 * may differ by {@link #SKEW_NANOS}. One connection has one pair of addresses, so the skew lets in
 * no other connection. No bound passes the time of the answer of the host that is asked about by
 * more than the skew, however often lineage goes back and forth.
 *
 * <p>Asks each host once in each round, and ends when no bound changes. One thread.
 */
public final class HostLineage {
  /** The largest difference of two hosts' clocks. */
  static final long SKEW_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Bounds the chain of hosts; an answer that needs more is reported as incomplete. */
  private static final int MAX_ROUNDS = 32;

  private final LineageReader ownReader;
  private final HostReaders hosts;
  private final LineageQuery query;
  private final HostCut asked;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final Set<Crossing> crossings = new LinkedHashSet<>();
  private long horizonNanos;

  /** A connection that lineage crosses. */
  private record Crossing(String near, long nearObject, String far, long farObject, long nanos) {}

  private HostLineage(
      LineageReader ownReader, HostReaders hosts, LineageQuery query, HostCut asked) {
    this.ownReader = ownReader;
    this.hosts = hosts;
    this.query = query;
    this.asked = asked;
  }

  /**
   * A lineage and the cut that it is as of.
   *
   * @param cut of the hosts that the answer has; null if it has one only
   * @param isWhole false if it crosses between hosts more often than is followed
   */
  public record Answer(Lineage lineage, HostCut cut, boolean isWhole) {}

  /**
   * Collects a lineage.
   *
   * @param reader of the host that is asked about
   * @param cut bounds other hosts; null to bound them by the time of the query's LSN
   */
  public static Answer collect(
      LineageReader reader,
      LineageEngine engine,
      LineageQuery query,
      HostReaders hosts,
      HostCut cut) {
    Lineage own = engine.collect(query);
    if (hosts.hosts().isEmpty()) {
      return new Answer(own, null, true);
    }
    return new HostLineage(reader, hosts, query, cut).run(engine, own);
  }

  private Answer run(LineageEngine engine, Lineage own) {
    Part first = new Part("", ownReader, engine, query);
    first.take(own);
    parts.put("", first);
    horizonNanos = first.horizon();
    Set<Part> changed = Set.of(first);
    for (int round = 0; round < MAX_ROUNDS && !changed.isEmpty(); round++) {
      Set<Part> next = new LinkedHashSet<>();
      for (Part part : changed) {
        cross(part, next);
      }
      next.forEach(Part::ask);
      changed = next;
    }
    boolean isWhole = changed.isEmpty();
    return parts.size() == 1
        ? new Answer(own, null, isWhole)
        : new Answer(merged(), cut(), isWhole);
  }

  /** Finds the other ends of the connections that a part reached. Opens each host once. */
  private void cross(Part part, Set<Part> changed) {
    Map<LineageNode, ConnectionName> ends = new LinkedHashMap<>();
    for (LineageNode node : part.lineage.nodes()) {
      ConnectionName name = node.isProcess() ? null : ConnectionName.of(node.name());
      if (name != null && name.crosses(query.direction())) {
        ends.put(node, name);
      }
    }
    for (String host : ends.isEmpty() ? List.<String>of() : others(part.host)) {
      Part far = part(host);
      ends.forEach((node, name) -> cross(part, node, name, far, changed));
      if (!far.isNeeded()) {
        parts.remove(host);
        hosts.release(host);
      }
    }
  }

  private void cross(
      Part part, LineageNode node, ConnectionName name, Part far, Set<Part> changed) {
    long nanos = within(part.nanos[node.index()]);
    for (long object : name.otherEnds(far.reader)) {
      if (far.require(object, nanos)) {
        changed.add(far);
      }
      if (far.bounds.containsKey(object)) {
        crossings.add(new Crossing(part.host, node.id(), far.host, object, nanos));
      }
    }
  }

  /** Limits a time, of which 0 is unknown, to that of the first answer. */
  private long within(long nanos) {
    if (horizonNanos == 0) {
      return nanos;
    }
    boolean isBack = query.direction() == Direction.ANCESTORS;
    if (nanos == 0) {
      return horizonNanos;
    }
    return isBack ? Math.min(nanos, horizonNanos) : Math.max(nanos, horizonNanos);
  }

  private List<String> others(String host) {
    List<String> all = new ArrayList<>(hosts.hosts());
    all.add("");
    all.remove(host);
    return all;
  }

  private Part part(String host) {
    return parts.computeIfAbsent(
        host,
        name -> {
          LineageReader reader = hosts.reader(name);
          Part part = new Part(name, reader, new LineageEngine(reader), query);
          part.limitLsn = limit(name, reader);
          return part;
        });
  }

  /** Returns the LSN as of which another host answers. */
  private long limit(String host, LineageReader reader) {
    if (asked != null) {
      return asked.lsns().getOrDefault(host, 1L);
    }
    long asOf = query.asOfLsn();
    return asOf == Lsn.LATEST
        ? Lsn.LATEST
        : Math.max(1, reader.lsnAt(timeAt(ownReader, asOf) + SKEW_NANOS));
  }

  /** Returns the first millisecond at which a history had reached an LSN. */
  private static long timeAt(LineageReader reader, long lsn) {
    long before = 0;
    long reached = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + SKEW_NANOS;
    while (reached - before > TimeUnit.MILLISECONDS.toNanos(1)) {
      long middle = before + (reached - before) / 2;
      if (reader.lsnAt(middle) >= lsn) {
        reached = middle;
      } else {
        before = middle;
      }
    }
    return reached;
  }

  private HostCut cut() {
    Map<String, Long> lsns = new TreeMap<>();
    parts
        .values()
        .forEach(
            part ->
                lsns.put(
                    part.host.isEmpty() ? hosts.own() : part.host,
                    Math.max(1, Math.min(part.limitLsn, part.reader.visibleLsn()))));
    return new HostCut(lsns);
  }

  // --- one answer of several ---

  private Lineage merged() {
    List<LineageNode> nodes = new ArrayList<>();
    List<LineageEdge> edges = new ArrayList<>();
    List<LineageChange> changes = new ArrayList<>();
    LineageSummary summary = null;
    for (Part part : parts.values()) {
      int offset = nodes.size();
      part.offset = offset;
      int edgeOffset = edges.size();
      part.lineage.nodes().forEach(node -> nodes.add(node.onHost(part.host, nodes.size())));
      part.lineage.edges().stream()
          .map(edge -> edge.between(edge.effect() + offset, edge.cause() + offset))
          .forEach(edges::add);
      part.lineage.changes().stream()
          .map(each -> new LineageChange(each.edge() + edgeOffset, each.extended()))
          .forEach(changes::add);
      LineageSummary its = part.lineage.summary();
      summary = summary == null ? its : summary.plus(its);
    }
    crossings.forEach(each -> join(each, edges));
    return new Lineage(query, nodes, edges, summary.of(nodes.size(), edges.size()), changes);
  }

  private void join(Crossing crossing, List<LineageEdge> edges) {
    Part near = parts.get(crossing.near);
    Part far = parts.get(crossing.far);
    for (int from : near.placesOf(crossing.nearObject)) {
      for (int to : far.placesOf(crossing.farObject)) {
        boolean isBack = query.direction() == Direction.ANCESTORS;
        long lsn = near.lineage.nodes().get(from - near.offset).boundLsn();
        edges.add(
            new LineageEdge(
                isBack ? from : to,
                isBack ? to : from,
                EdgeKind.CONNECTION,
                lsn,
                lsn,
                1,
                0,
                crossing.nanos,
                crossing.nanos,
                false));
      }
    }
  }

  /** The part of one host. */
  private static final class Part {
    private final String host;
    private final LineageReader reader;
    private final LineageEngine engine;
    private final LineageQuery query;

    /** The LSNs by which connections matter; ancestors: the largest, descendants: the least. */
    private final Map<Long, Long> bounds = new LinkedHashMap<>();

    private final Map<Long, List<Integer>> objects = new HashMap<>();
    private long limitLsn;

    private Lineage lineage;

    /** For each node the time until which, or from which on, its content matters; 0 if unknown. */
    private long[] nanos = {};

    private int offset;

    Part(String host, LineageReader reader, LineageEngine engine, LineageQuery query) {
      this.host = host;
      this.reader = reader;
      this.engine = engine;
      this.query = query;
      this.limitLsn = query.asOfLsn();
    }

    private boolean isBack() {
      return query.direction() == Direction.ANCESTORS;
    }

    void take(Lineage answer) {
      lineage = answer;
      nanos = new long[answer.nodes().size()];
      for (LineageEdge edge : answer.edges()) {
        int index = isBack() ? edge.cause() : edge.effect();
        nanos[index] = later(nanos[index], isBack() ? edge.lastNanos() : edge.firstNanos());
      }
      objects.clear();
      for (LineageNode node : answer.nodes()) {
        if (!node.isProcess()) {
          objects.computeIfAbsent(node.id(), id -> new ArrayList<>()).add(node.index());
        }
      }
    }

    /** Returns the later of two times for ancestors, the earlier for descendants; 0 is unknown. */
    private long later(long one, long other) {
      if (one == 0 || other == 0) {
        return Math.max(one, other);
      }
      return isBack() ? Math.max(one, other) : Math.min(one, other);
    }

    /** Returns the time of the last edge for ancestors, of the first for descendants. */
    long horizon() {
      return Arrays.stream(nanos).reduce(0, this::later);
    }

    boolean isNeeded() {
      return host.isEmpty() || !bounds.isEmpty();
    }

    /** Adds an end of a connection; returns true if this part has to answer again. */
    boolean require(long object, long nanos) {
      long lsn = bound(nanos);
      if (lsn <= 0) {
        return false; // nothing had been recorded by then
      }
      Long known = bounds.get(object);
      boolean isBetter = known == null || (isBack() ? lsn > known : lsn < known);
      if (isBetter) {
        bounds.put(object, lsn);
      }
      return isBetter;
    }

    private long bound(long nanos) {
      if (isBack()) {
        return nanos == 0 ? limitLsn : Math.min(limitLsn, reader.lsnAt(nanos + SKEW_NANOS));
      }
      return Math.max(1, nanos == 0 ? 1 : reader.lsnAt(nanos - SKEW_NANOS));
    }

    void ask() {
      List<Root> roots = new ArrayList<>();
      if (host.isEmpty()) {
        roots.addAll(query.roots());
      }
      bounds.forEach((object, lsn) -> roots.add(Root.object(object, lsn)));
      take(
          engine.collect(
              query.elsewhere(roots, limitLsn, host.isEmpty() ? query.mine() : Bytes.EMPTY)));
    }

    /** Returns the places of an object's versions in the joined answer. */
    List<Integer> placesOf(long object) {
      return objects.getOrDefault(object, List.of()).stream().map(each -> offset + each).toList();
    }
  }
}
