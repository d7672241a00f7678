// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.HostCoverage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.naming.AttemptedWrites;
import org.colophon.query.naming.Describer;
import org.colophon.query.naming.NodeFilter;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.Explanation.Hop;
import org.jspecify.annotations.Nullable;

/**
 * Finds the chains with the fewest edges from an effect back to a cause. Searches breadth first;
 * among chains of the same length, prefers at each step from the effect data, then code, control
 * and names, then the latest bound. So the chain does not depend on the order in which a reader
 * returns facts. Visits a node again only if another chain reaches it with a later bound. The bound
 * of an earlier chain may be too early. For N chains, visits a node up to N times, and no chain
 * passes a node twice.
 */
public final class PathSearch implements EdgeSink, Reached {
  private static final int IS_OBJECT = 0;
  private static final int ID = 1;
  private static final int VERSION = 2;
  private static final int BOUND = 3;
  private static final int PARENT = 4;
  private static final int KIND = 5;
  private static final int FIRST = 6;
  private static final int LAST = 7;
  private static final int COUNT = 8;
  private static final int BYTES = 9;
  private static final int FIRST_TIME = 10;
  private static final int LAST_TIME = 11;
  private static final int WIDTH = 12;

  private final LineageReader reader;
  private final LineageQuery query;
  private final List<Root> causes;
  private final Set<Long> processes = new HashSet<>();
  private final Set<Long> objects = new HashSet<>();
  private final NodeSlots slots;
  private final Expander expander;
  private final NodeFilter hiding;

  /** All arrivals that the search followed, in breadth-first order. The table is also the queue. */
  private final Rows arrivals = new Rows(WIDTH, 256);

  /** Edges of the node that is being expanded. */
  private final List<Step> steps = new ArrayList<>();

  private final SlotBounds best = new SlotBounds();
  private final long limit;
  private final @Nullable ArrivalLimit several;
  private final int maxChains;
  private int parent;
  private int filled;
  private int edges;
  private int nodes;
  private int beyondCount;
  private int hidden;
  private int hiddenCode;

  /** An edge from the expanded node, with the arguments of {@link EdgeSink#edge}. */
  private record Step(
      boolean isObject,
      long id,
      long bound,
      long far,
      EdgeKind kind,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    static final Comparator<Step> PREFERRED_FIRST =
        Comparator.comparing((Step step) -> step.kind.flow())
            .thenComparing(step -> step.kind == EdgeKind.CODE)
            .thenComparing(Step::bound, Comparator.reverseOrder())
            .thenComparing(Step::kind)
            .thenComparingLong(Step::id)
            .thenComparingLong(Step::firstLsn);
  }

  /**
   * Prepares a search.
   *
   * @param maxChains the maximum number of chains, at least 1
   */
  public PathSearch(LineageReader reader, LineageQuery query, List<Root> causes, int maxChains) {
    this.reader = reader.until(query.asOfLsn());
    this.query = query;
    this.causes = causes;
    this.maxChains = maxChains;
    this.several = maxChains == 1 ? null : new ArrivalLimit(maxChains);
    this.slots = new NodeSlots(this.reader);
    this.expander = new Expander(this.reader, slots, true);
    this.limit = Math.min(query.asOfLsn(), reader.visibleLsn());
    this.hiding = new NodeFilter(this.reader, query);
    expander.prepare(query, this.reader, limit);
    causes.forEach(root -> (isObject(root) ? objects : processes).add(root.id()));
  }

  private static boolean isObject(Root root) {
    return root.type() == NodeType.OBJECT;
  }

  /**
   * Returns the chains, the shortest first. If none exists, returns an explanation without hops.
   */
  public List<Explanation> find() {
    for (Root root : query.roots()) {
      long until = Math.min(root.lsn(), limit);
      long bound = isObject(root) ? until : Math.min(until, expander.endOf(root.id()));
      parent = -1;
      edge(isObject(root), root.id(), bound, bound, 0, 0, 0, 0, 0, 0, 0);
      follow();
    }
    List<List<Hop>> chains = new ArrayList<>();
    for (int at = 0; at < arrivals.count() && chains.size() < maxChains; at++) {
      if (isCause(at * WIDTH)) {
        chains.add(trace(at * WIDTH));
      } else {
        expand(at * WIDTH);
      }
    }
    if (chains.isEmpty()) {
      chains.add(List.of());
    }
    LineageSummary summary = summary();
    return chains.stream()
        .map(hops -> new Explanation(causes, query.roots(), hops, summary))
        .toList();
  }

  private LineageSummary summary() {
    GapFinder gaps = new GapFinder(reader, this, Direction.ANCESTORS, limit);
    return new LineageSummary(
        nodes,
        edges,
        0,
        beyondCount,
        hidden,
        0,
        hiddenCode,
        gaps.find(Lsn.FIRST, limit),
        HostCoverage.ONE_HOST);
  }

  @Override
  public long boundOfProcess(long id) {
    int slot = slots.knownProcess(id);
    return slot < 0 ? Lsn.NONE : best.get(slot);
  }

  @Override
  public long boundOfObject(long id) {
    int block = slots.knownBlock(id);
    long bound = Lsn.NONE;
    for (int version = 0; block >= 0 && version <= slots.cuts(block); version++) {
      bound = Math.max(bound, best.get(slots.slot(block, version)));
    }
    return bound;
  }

  private boolean isCause(int row) {
    Set<Long> wanted = arrivals.get(row + IS_OBJECT) != 0 ? objects : processes;
    return arrivals.get(row + PARENT) >= 0 && wanted.contains(arrivals.get(row + ID));
  }

  private void expand(int row) {
    parent = row;
    if (several != null) {
      several.nextParent();
    }
    long id = arrivals.get(row + ID);
    long bound = arrivals.get(row + BOUND);
    if (arrivals.get(row + IS_OBJECT) != 0) {
      expander.expandObject(id, slots.block(id), (int) arrivals.get(row + VERSION), bound, this);
    } else {
      expander.expandProcess(id, bound, this);
    }
    follow();
  }

  private void follow() {
    steps.sort(Step.PREFERRED_FIRST);
    steps.forEach(this::follow);
    steps.clear();
  }

  @Override
  public void edge(
      boolean isObject,
      long id,
      long bound,
      long far,
      int kind,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    steps.add(
        new Step(
            isObject,
            id,
            bound,
            far,
            EdgeKind.of(kind),
            firstLsn,
            lastLsn,
            count,
            bytes,
            firstNanos,
            lastNanos));
  }

  private void follow(Step step) {
    long reached = step.bound;
    while (reached != Lsn.NONE) {
      int version = 0;
      int slot;
      long next = Lsn.NONE;
      if (step.isObject) {
        int block = slots.block(step.id);
        version = expander.versionAt(block, reached);
        slot = slots.slot(block, version);
        next = parent < 0 ? Lsn.NONE : expander.boundInNext(block, version, step.far);
      } else {
        slot = slots.process(step.id);
      }
      if (arrive(slot, step.isObject, step.id, version, reached)) {
        fill(step);
      }
      reached = next;
    }
  }

  /** Returns whether to follow an arrival. If so, the caller fills the arrival's row. */
  private boolean arrive(int slot, boolean isObject, long id, int version, long bound) {
    edges++;
    long before = best.get(slot);
    boolean isNew =
        several == null
            ? before < bound
            : mayBeginAnother(several, slot, isObject, id, version, bound);
    if (!isNew) {
      return false;
    }
    if (before == Lsn.NONE && isRefused(isObject, id)) {
      return false;
    }
    nodes += before == Lsn.NONE ? 1 : 0;
    best.set(slot, Math.max(before, bound));
    int earlier = several == null ? ArrivalLimit.NONE : several.rowFromParent(slot);
    if (several != null && earlier != ArrivalLimit.NONE) {
      several.raise(slot, arrivals.get(earlier + BOUND), bound);
      arrivals.set(earlier + BOUND, bound);
      filled = earlier;
      return true;
    }
    int row = arrivals.add();
    filled = row;
    if (several != null) {
      several.add(slot, bound, row);
    }
    arrivals.set(row + IS_OBJECT, isObject ? 1 : 0);
    arrivals.set(row + ID, id);
    arrivals.set(row + VERSION, version);
    arrivals.set(row + BOUND, bound);
    arrivals.set(row + PARENT, parent);
    return true;
  }

  /** Returns whether an arrival may be part of a new chain. */
  private boolean mayBeginAnother(
      ArrivalLimit chains, int slot, boolean isObject, long id, int version, long bound) {
    int earlier = chains.rowFromParent(slot);
    return earlier == ArrivalLimit.NONE
        ? chains.admits(slot, bound) && !isOnChain(isObject ? 1 : 0, id, version)
        : arrivals.get(earlier + BOUND) < bound;
  }

  private boolean isOnChain(int isObject, long id, int version) {
    for (int row = parent; row >= 0; row = (int) arrivals.get(row + PARENT)) {
      if (arrivals.get(row + ID) == id
          && arrivals.get(row + IS_OBJECT) == isObject
          && arrivals.get(row + VERSION) == version) {
        return true;
      }
    }
    return false;
  }

  private boolean isRefused(boolean isObject, long id) {
    if (isObject && parent >= 0 && query.hidesAnything() && hiding.hides(id)) {
      hidden++;
      return true;
    }
    boolean isFull = nodes >= query.maxNodes();
    beyondCount += isFull ? 1 : 0;
    return isFull;
  }

  private void fill(Step step) {
    int row = filled;
    arrivals.set(row + KIND, step.kind.code());
    arrivals.set(row + FIRST, step.firstLsn);
    arrivals.set(row + LAST, step.lastLsn);
    arrivals.set(row + COUNT, step.count);
    arrivals.set(row + BYTES, step.bytes);
    arrivals.set(row + FIRST_TIME, step.firstNanos);
    arrivals.set(row + LAST_TIME, step.lastNanos);
  }

  @Override
  public void hiddenCode() {
    hiddenCode++;
  }

  /** Returns the hops from the effect to the reached cause. */
  private List<Hop> trace(int end) {
    List<Hop> hops = new ArrayList<>();
    Describer describer = new Describer(reader, limit, query.includeDigests(), Direction.ANCESTORS);
    AttemptedWrites attempts = new AttemptedWrites(reader, limit);
    LineageNode cause = describe(describer, end);
    int row = end;
    while (arrivals.get(row + PARENT) >= 0) {
      int near = (int) arrivals.get(row + PARENT);
      LineageNode effect = describe(describer, near);
      hops.add(0, new Hop(effect, cause, attempts.mark(edgeAt(row), effect, cause)));
      cause = effect;
      row = near;
    }
    return hops;
  }

  private LineageNode describe(Describer describer, int row) {
    NodeType type = arrivals.get(row + IS_OBJECT) != 0 ? NodeType.OBJECT : NodeType.PROCESS;
    int version = (int) arrivals.get(row + VERSION);
    return describer.describe(
        -1, type, arrivals.get(row + ID), version, arrivals.get(row + BOUND), 0, 0);
  }

  private LineageEdge edgeAt(int row) {
    return new LineageEdge(
        -1,
        -1,
        EdgeKind.of((int) arrivals.get(row + KIND)),
        arrivals.get(row + FIRST),
        arrivals.get(row + LAST),
        arrivals.get(row + COUNT),
        arrivals.get(row + BYTES),
        arrivals.get(row + FIRST_TIME),
        arrivals.get(row + LAST_TIME),
        false);
  }
}
