// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.HostCoverage;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * A lineage that crosses TCP connections and shared directories between hosts. Each host answers
 * for its own part. From an end of a connection, lineage continues at the other end, on the host
 * that recorded that end. From a file in a shared directory, it continues at the same file on each
 * host that shares the directory.
 *
 * <p>LSNs can be compared only within one host. So a bound crosses to another host as a number of
 * bytes of the connection ({@link MovedData}), or as a time if positions do not count. Ancestors of
 * received data are the data sent into the same connection until that time. Descendants of sent
 * data are the data received from that time on. Clocks may differ by {@link #SKEW_NANOS}. Both
 * addresses together identify a connection, so the skew adds no other connection. However often
 * lineage crosses, a bound exceeds the time of the first answer by at most the skew.
 *
 * <p>Requests each host once in each round, and ends when no bound changes. One thread.
 */
public final class HostLineage {
  /** Maximum difference of two hosts' clocks. */
  public static final long SKEW_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * Maximum number of rounds, and so of consecutive crossings. Beyond it, lineage is incomplete.
   */
  private static final int MAX_ROUNDS = 32;

  /** Threads that wait for other services, so that all services answer a round concurrently. */
  static final Executor THREADS = Executors.newCachedThreadPool(HostLineage::daemon);

  private final LineageReader ownReader;
  private final HostReaders hosts;
  private final LineageQuery query;
  private final @Nullable HostCut requestedCut;
  private final LocalParts local;
  private final Map<String, Part> parts = new LinkedHashMap<>();

  /** The times of crossings, in the order in which they were found. */
  private final Map<Crossing, Long> crossings = new LinkedHashMap<>();

  /** Messages about clocks that differ, by pair of hosts. */
  private final Map<String, String> clocks = new LinkedHashMap<>();

  private final Map<HostPeer, String> missing = new ConcurrentHashMap<>();
  private final long untilNanos;
  private long horizonNanos;

  /** True once lineage has reached a connection or a shared file. */
  private boolean hasCrossed;

  /** A crossing between hosts: from an object version on one host to an object on another. */
  private record Crossing(
      String near, long nearObject, int nearVersion, String far, long farObject, EdgeKind kind) {
    /**
     * Returns whether this is the other crossing in reverse. Each shared file has both directions.
     */
    boolean isBackOf(Crossing other) {
      return kind == EdgeKind.SHARED
          && near.equals(other.far)
          && nearObject == other.farObject
          && far.equals(other.near)
          && farObject == other.nearObject;
    }
  }

  private HostLineage(
      LineageReader ownReader,
      HostReaders hosts,
      LineageQuery query,
      @Nullable HostCut requestedCut) {
    this.ownReader = ownReader;
    this.hosts = hosts;
    this.query = query;
    this.requestedCut = requestedCut;
    this.local = new LocalParts(hosts, ownReader);
    boolean isNow = requestedCut != null || query.asOfLsn() == Lsn.LATEST;
    this.untilNanos = isNow ? 0 : timeAt(ownReader, query.asOfLsn()) + SKEW_NANOS;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "colophon-peer");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Collects a lineage. Its summary has the LSN as of which each host answered, and the missing
   * hosts.
   *
   * @param reader reader of the query's host
   * @param cut the LSN as of which each other host answers; null to use the time of the query's LSN
   */
  public static Lineage collect(
      LineageReader reader,
      LineageEngine engine,
      LineageQuery query,
      HostReaders hosts,
      @Nullable HostCut cut) {
    Lineage own = engine.collect(query);
    if (hosts.hosts().isEmpty() && hosts.peers().isEmpty()) {
      return own;
    }
    return new HostLineage(reader, hosts, query, cut).run(own);
  }

  private Lineage run(Lineage own) {
    Part first = new Part("", query);
    first.limitLsn = query.asOfLsn();
    first.visibleLsn = ownReader.visibleLsn();
    first.take(own, LocalParts.spans(own, ownReader));
    parts.put("", first);
    horizonNanos = first.horizon();
    Set<Part> changed = Set.of(first);
    for (int round = 0; round < MAX_ROUNDS && !changed.isEmpty(); round++) {
      changed = cross(changed);
    }
    List<String> reasons = new ArrayList<>();
    reasons.addAll(clocks.values());
    reasons.addAll(unmatched());
    if (hasCrossed) {
      reasons.addAll(hosts.doubtfulClocks());
    }
    hosts.peers().stream().filter(missing::containsKey).map(missing::get).forEach(reasons::add);
    if (!changed.isEmpty()) {
      reasons.add("it crosses between hosts more often than the limit");
    }
    Map<String, Long> cut = parts.size() == 1 ? Map.of() : cut();
    Map<String, List<Gap>> gaps = new TreeMap<>();
    parts.forEach((host, part) -> gaps.put(host, part.lineage().summary().gaps()));
    return merged(new HostCoverage(cut, reasons, gaps));
  }

  /**
   * Requests the other ends of the connections and shared files that these parts reached. Returns
   * the parts that changed.
   */
  private Set<Part> cross(Set<Part> reached) {
    List<PartRequest.End> ends = new ArrayList<>();
    List<LineageNode> nodes = new ArrayList<>();
    for (Part part : reached) {
      for (LineageNode node : part.lineage().nodes()) {
        Bytes name = node.isProcess() ? null : crossing(part.host, node.name());
        if (name != null) {
          ends.add(end(part, node, name));
          nodes.add(node);
        }
      }
    }
    Set<Part> changed = new LinkedHashSet<>();
    if (!ends.isEmpty()) {
      hasCrossed = true;
      answers(request(ends, false)).forEach(each -> take(each, ends, nodes, changed));
    }
    return changed;
  }

  private PartRequest.End end(Part part, LineageNode node, Bytes name) {
    long nanos = within(part.nanos[node.index()]);
    return new PartRequest.End(part.host, name, nanos, part.spans.get(node.id()));
  }

  /** Returns the parts of all hosts. Other services answer at the same time. */
  private List<HostPart> answers(PartRequest request) {
    List<CompletableFuture<List<HostPart>>> remote =
        hosts.peers().stream()
            .filter(peer -> !missing.containsKey(peer))
            .map(peer -> CompletableFuture.supplyAsync(() -> answer(peer, request), THREADS))
            .toList();
    List<HostPart> all = new ArrayList<>(local.answer(request));
    remote.forEach(each -> all.addAll(each.join()));
    return all;
  }

  /** Returns messages about data from known hosts whose histories have no matching send. */
  private Collection<String> unmatched() {
    Map<String, Set<Long>> matched = new HashMap<>();
    for (Crossing each : crossings.keySet()) {
      matched.computeIfAbsent(each.near, host -> new HashSet<>()).add(each.nearObject);
    }
    List<PartRequest.End> ends = new ArrayList<>();
    for (Part part : parts.values()) {
      Set<Long> known = matched.getOrDefault(part.host, Set.of());
      for (LineageNode node : part.lineage().nodes()) {
        ConnectionName name = node.isProcess() ? null : ConnectionName.of(node.name());
        boolean crosses = name != null && !name.isSent() && name.crosses(query.direction());
        if (crosses && !known.contains(node.id())) {
          ends.add(end(part, node, node.name()));
        }
      }
    }
    Map<String, String> messages = new TreeMap<>();
    if (!ends.isEmpty()) {
      for (HostPart far : answers(request(ends, true))) {
        far.senders().forEach(each -> mark(each, far.host(), ends.get(each.end()), messages));
      }
    }
    return messages.values();
  }

  private void mark(
      HostPart.Sender far, String host, PartRequest.End near, Map<String, String> messages) {
    String sender = name(host);
    String receiver = name(near.host());
    if (clocks.containsKey(sender + " " + receiver)) {
      return; // the difference of the clocks is reported, and may hide the send
    }
    String pattern =
        far.isRecorded()
            ? "bytes arrived from %s at %s without a matching send in its history (%s): trace the sending programs too"
            : "the history of %s ends before bytes from it arrived at %s (%s): see its status, and ask again later";
    messages.putIfAbsent(
        sender + " " + receiver + " " + far.isRecorded(),
        pattern.formatted(sender, receiver, DisplayText.text(near.name().display())));
  }

  /**
   * Returns the name under which other hosts may have an object; null if the object is on one host
   * only.
   */
  private @Nullable Bytes crossing(String host, Bytes name) {
    ConnectionName connection = ConnectionName.of(name);
    if (connection != null) {
      return connection.crosses(query.direction()) ? name : null;
    }
    return hosts.shared().common(host, name);
  }

  private PartRequest request(List<PartRequest.End> ends, boolean asksSenders) {
    List<PartRequest.Bound> bounds = new ArrayList<>();
    parts
        .values()
        .forEach(
            part ->
                part.bounds.forEach(
                    (object, lsn) -> bounds.add(new PartRequest.Bound(part.host, object, lsn))));
    return new PartRequest(
        query,
        requestedCut == null ? null : requestedCut.lsns(),
        untilNanos,
        bounds,
        ends,
        asksSenders);
  }

  /**
   * Returns the parts that a peer answers. If the peer does not answer, returns none and records
   * the reason.
   */
  private List<HostPart> answer(HostPeer peer, PartRequest request) {
    try {
      return peer.answer(request);
    } catch (ColophonException e) {
      missing.put(peer, peer.name() + " did not answer: " + e.getMessage());
      return List.of();
    }
  }

  private void take(
      HostPart answer, List<PartRequest.End> ends, List<LineageNode> nodes, Set<Part> changed) {
    answer.conflicts().forEach(each -> report(each, answer.host(), ends.get(each.end())));
    if (answer.matches().isEmpty()) {
      return;
    }
    Part far = parts.computeIfAbsent(answer.host(), host -> new Part(host, query));
    far.limitLsn = answer.limitLsn();
    far.visibleLsn = answer.visibleLsn();
    for (HostPart.Match match : answer.matches()) {
      far.bounds.put(match.object(), match.lsn());
      PartRequest.End end = ends.get(match.end());
      LineageNode near = nodes.get(match.end());
      EdgeKind kind =
          SharedDirectories.isCommon(end.name()) ? EdgeKind.SHARED : EdgeKind.CONNECTION;
      Crossing crossing =
          new Crossing(end.host(), near.id(), near.version(), far.host, match.object(), kind);
      if (kind != EdgeKind.SHARED || crossings.keySet().stream().noneMatch(crossing::isBackOf)) {
        crossings.put(crossing, end.nanos());
      }
    }
    if (answer.lineage() != null) {
      far.take(answer.lineage(), answer.spans());
      changed.add(far);
    }
  }

  private void report(HostPart.Conflict conflict, String far, PartRequest.End near) {
    ConnectionName end = Objects.requireNonNull(ConnectionName.of(near.name()));
    String sender = name(end.isSent() ? near.host() : far);
    String receiver = name(end.isSent() ? far : near.host());
    clocks.putIfAbsent(
        sender + " " + receiver,
        "%s received data that %s sent %s seconds later: a clock is wrong, or %s was not recorded then; connections between them are missing"
            .formatted(
                receiver,
                sender,
                DisplayText.count(TimeUnit.NANOSECONDS.toSeconds(conflict.nanos())),
                sender));
  }

  private String name(String host) {
    return host.isEmpty() ? hosts.own() : host;
  }

  /** Limits a time to the time range of the first answer. A time of 0 is unknown. */
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

  /**
   * Returns the time at which a history reached an LSN, exact to a millisecond. If clocks went
   * back, returns the latest time up to the LSN.
   */
  private static long timeAt(LineageReader reader, long lsn) {
    long reached = firstTime(time -> reader.lsnAt(time) >= lsn);
    return isLaterBefore(reader, lsn, reached)
        ? firstTime(time -> !isLaterBefore(reader, lsn, time))
        : reached;
  }

  private static boolean isLaterBefore(LineageReader reader, long lsn, long time) {
    long later = reader.firstLsnAfter(time);
    return later != 0 && later <= lsn;
  }

  /** Returns the first time that meets a condition, which all later times meet, or about now. */
  private static long firstTime(LongPredicate condition) {
    long before = 0;
    long reached = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + SKEW_NANOS;
    while (reached - before > TimeUnit.MILLISECONDS.toNanos(1)) {
      long middle = before + (reached - before) / 2;
      if (condition.test(middle)) {
        reached = middle;
      } else {
        before = middle;
      }
    }
    return reached;
  }

  private Map<String, Long> cut() {
    Map<String, Long> lsns = new TreeMap<>();
    parts
        .values()
        .forEach(
            part ->
                lsns.put(
                    part.host.isEmpty() ? hosts.own() : part.host,
                    Math.max(1, Math.min(part.limitLsn, part.visibleLsn))));
    return lsns;
  }

  // --- one answer of several ---

  private Lineage merged(HostCoverage coverage) {
    List<LineageNode> nodes = new ArrayList<>();
    List<LineageEdge> edges = new ArrayList<>();
    List<LineageChange> changes = new ArrayList<>();
    for (Part part : parts.values()) {
      int offset = nodes.size();
      part.offset = offset;
      int edgeOffset = edges.size();
      for (LineageNode node : part.lineage().nodes()) {
        LineageNode there = node.onHost(part.host, nodes.size());
        nodes.add(part.host.isEmpty() ? there : there.deeper()); // so that it is not a root
      }
      part.lineage().edges().stream()
          .map(edge -> edge.between(edge.effect() + offset, edge.cause() + offset))
          .forEach(edges::add);
      part.lineage().changes().stream()
          .map(each -> new LineageChange(each.edge() + edgeOffset, each.extended()))
          .forEach(changes::add);
    }
    crossings.forEach((crossing, nanos) -> join(crossing, nanos, edges));
    LineageSummary summary =
        parts.values().stream()
            .map(part -> part.lineage().summary())
            .reduce(LineageSummary::plus)
            .orElseThrow();
    return new Lineage(
        query, nodes, edges, summary.of(nodes.size(), edges.size()).over(coverage), changes);
  }

  private void join(Crossing crossing, long nanos, List<LineageEdge> edges) {
    Part near = part(crossing.near);
    int from = near.placeOf(crossing.nearObject, crossing.nearVersion);
    int to = part(crossing.far).placeOfEnd(crossing.farObject);
    if (from >= 0 && to >= 0) {
      boolean isBack = query.direction() == Direction.ANCESTORS;
      int effect = isBack ? from : to;
      int cause = isBack ? to : from;
      long lsn = near.lineage().nodes().get(from - near.offset).boundLsn();
      edges.add(new LineageEdge(effect, cause, crossing.kind, lsn, lsn, 1, 0, nanos, nanos, false));
    }
  }

  private Part part(String host) {
    return Objects.requireNonNull(parts.get(host), host);
  }

  /** The part of the answer that one host contributed. */
  private static final class Part {
    private final String host;
    private final LineageQuery query;

    /**
     * Bounds of connections as LSNs, by object: the largest for ancestors, the smallest for
     * descendants.
     */
    private final Map<Long, Long> bounds = new LinkedHashMap<>();

    private final Map<Long, List<LineageNode>> objects = new HashMap<>();
    private long limitLsn;
    private long visibleLsn;

    private @Nullable Lineage lineage;
    private Map<Long, PartRequest.Span> spans = Map.of();

    /** The bound of each node as a time; 0 if unknown. */
    private long[] nanos = {};

    private int offset;

    Part(String host, LineageQuery query) {
      this.host = host;
      this.query = query;
    }

    private boolean isBack() {
      return query.direction() == Direction.ANCESTORS;
    }

    Lineage lineage() {
      return Objects.requireNonNull(lineage, host);
    }

    void take(Lineage answer, Map<Long, PartRequest.Span> itsSpans) {
      lineage = answer;
      spans = itsSpans;
      nanos = new long[answer.nodes().size()];
      for (LineageEdge edge : answer.edges()) {
        int index = isBack() ? edge.cause() : edge.effect();
        nanos[index] = later(nanos[index], isBack() ? edge.lastNanos() : edge.firstNanos());
      }
      objects.clear();
      for (LineageNode node : answer.nodes()) {
        if (!node.isProcess()) {
          objects.computeIfAbsent(node.id(), id -> new ArrayList<>()).add(node);
        }
      }
    }

    /**
     * Returns the later of two times for ancestors, the earlier for descendants. A time of 0 is
     * unknown.
     */
    private long later(long one, long other) {
      if (one == 0 || other == 0) {
        return Math.max(one, other);
      }
      return isBack() ? Math.max(one, other) : Math.min(one, other);
    }

    /** Returns the time of the last edge for ancestors, of the first edge for descendants. */
    long horizon() {
      return Arrays.stream(nanos).reduce(0, this::later);
    }

    /** Returns the index of an object's version in the joined answer, or -1. */
    int placeOf(long object, int version) {
      return place(versions(object).filter(each -> each.version() == version).findFirst());
    }

    /** Returns the index of the version that is the far end of a crossing, or -1. */
    int placeOfEnd(long object) {
      Comparator<LineageNode> byVersion = Comparator.comparing(LineageNode::version);
      return place(versions(object).max(isBack() ? byVersion : byVersion.reversed()));
    }

    private Stream<LineageNode> versions(long object) {
      return objects.getOrDefault(object, List.of()).stream();
    }

    private int place(Optional<LineageNode> node) {
      return node.map(each -> offset + each.index()).orElse(-1);
    }
  }
}
