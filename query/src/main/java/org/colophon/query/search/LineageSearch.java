// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.HostCoverage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.naming.NodeFilter;
import org.jspecify.annotations.Nullable;

/**
 * The traversal. A priority queue contains the edges to follow: the latest bound first for
 * ancestors, the earliest first for descendants. So the first edge that reaches a process or an
 * object version has its best bound, and settles it. Each node is expanded once. So the cost is
 * linear in the edges, and cycles end.
 *
 * <p>There are two exceptions. A later edge with a worse bound may need fewer steps, and so reach
 * farther within a limit of depth. And a link to the records of another source ({@link
 * EdgeKind#SENT}, {@link EdgeKind#RECEIVED}) may have a better bound than the edge before it. In
 * these cases a node is expanded again, and only new edges are reported.
 *
 * <p>Steps are counted in halves. An edge between process and object is a half; an edge between two
 * processes and a derivation are two halves; execve is not counted. One thread at a time.
 */
public final class LineageSearch implements EdgeSink, Reached {
  /** Maximum size of reused scratch memory, in longs. */
  private static final int MAX_KEPT = 1 << 20;

  private static final int UNSEEN = 0;
  private static final int BEYOND_DEPTH = -1;
  private static final int BEYOND_COUNT = -2;
  private static final int HIDDEN = -3;

  private final LineageReader whole;

  /** The history up to the query's LSN. */
  private LineageReader reader;

  private final NodeSlots slots;
  private final EdgeQueue queue = new EdgeQueue();
  private final Expander ancestors;
  private final Expander descendants;

  /** State of each slot: 1 plus the node's index, or one of the constants above. */
  private int[] state = new int[64];

  private int stateUsed;
  private final Expansions expansions;
  private final Rows cutOff = new Rows(2, 16);

  private final Set<Early> early = new HashSet<>();

  private Expander expander;
  private LineageVisitor visitor = LineageVisitor.NONE;
  private @Nullable NodeFilter hiding;
  private int maxSteps;
  private int maxNodes;
  private int nodes;
  private int edges;
  private int beyondDepth;
  private int beyondCount;
  private int hidden;
  private int hiddenCode;
  private long earliest;
  private long latest;
  private boolean isBroken;

  /** True for ancestor queries if losses may concern any process. */
  private boolean mayLackWrites;

  /**
   * Index of the node being expanded. The next fields are its steps and its expansion, if not the
   * first.
   */
  private int from;

  private int fromSteps;
  private int fromExpansion;

  private record Early(int near, int far, long kind, long firstLsn) {}

  public LineageSearch(LineageReader reader) {
    this.whole = reader;
    this.reader = reader;
    this.slots = new NodeSlots(reader);
    this.ancestors = new Expander(reader, slots, true);
    this.descendants = new Expander(reader, slots, false);
    this.expander = ancestors;
    this.expansions = new Expansions(ancestors);
  }

  public LineageSummary run(LineageQuery newQuery, LineageVisitor receiver) {
    isBroken = true;
    reset(newQuery, receiver);
    for (Root root : newQuery.roots()) {
      addRoot(root);
    }
    boolean goesOn = true;
    while (goesOn && !queue.isEmpty()) {
      int row = queue.pop();
      goesOn = follow(row);
      queue.release(row);
    }
    isBroken = false;
    GapFinder gaps = new GapFinder(reader, this, newQuery.direction(), expander.limit());
    return new LineageSummary(
        nodes,
        edges,
        beyondDepth,
        beyondCount,
        hidden,
        0,
        hiddenCode,
        gaps.find(earliest, latest),
        HostCoverage.ONE_HOST);
  }

  private void reset(LineageQuery newQuery, LineageVisitor receiver) {
    visitor = receiver;
    reader = whole.until(newQuery.asOfLsn());
    slots.reset(reader);
    queue.clear();
    cutOff.clear();
    early.clear();
    Arrays.fill(state, 0, stateUsed, UNSEEN);
    stateUsed = 0;
    nodes = 0;
    edges = 0;
    beyondDepth = 0;
    beyondCount = 0;
    hidden = 0;
    hiddenCode = 0;
    earliest = Lsn.OPEN;
    latest = Lsn.NONE;
    hiding = newQuery.hidesAnything() ? new NodeFilter(reader, newQuery) : null;
    long half = 2L * newQuery.maxDepth();
    maxSteps = half > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) half;
    maxNodes = newQuery.maxNodes();
    expander = newQuery.direction() == Direction.ANCESTORS ? ancestors : descendants;
    mayLackWrites =
        expander == ancestors && reader.gaps().stream().anyMatch(gap -> gap.process() == 0);
    expansions.reset(expander);
    expander.prepare(newQuery, reader, Math.min(newQuery.asOfLsn(), reader.visibleLsn()));
  }

  private void addRoot(Root root) {
    long until = Math.min(root.lsn(), expander.limit());
    boolean isObject = root.type() == NodeType.OBJECT;
    long bound = isObject ? objectBound(root, until) : processBound(root.id(), until);
    from = -1;
    fromExpansion = Expansions.NONE;
    queue.push(row(isObject, root.id(), bound, bound, 0, 0));
  }

  private long objectBound(Root root, long until) {
    if (expander == ancestors) {
      return until;
    }
    int block = slots.block(root.id());
    long first = Math.max(Lsn.FIRST, root.sinceLsn());
    return Math.max(first, slots.beginOf(block, slots.versionAt(block, until)));
  }

  private long processBound(long id, long until) {
    return expander == ancestors ? Math.min(until, expander.endOf(id)) : Lsn.FIRST;
  }

  // --- following one edge ---

  private boolean follow(int row) {
    boolean isObject = queue.cells()[row + EdgeQueue.IS_OBJECT] != 0;
    long id = queue.cells()[row + EdgeQueue.ID];
    long bound = queue.cells()[row + EdgeQueue.BOUND];
    int version = 0;
    int block = 0;
    int slot;
    if (isObject) {
      block = slots.block(id);
      version = expander.versionAt(block, bound);
      slot = slots.slot(block, version);
      followIntoNext(row, block, version);
    } else {
      slot = slots.process(id);
    }
    ensureState(slot);
    return reach(row, slot, isObject, id, block, version, bound);
  }

  private boolean reach(
      int row, int slot, boolean isObject, long id, int block, int version, long bound) {
    int steps = (int) queue.cells()[row + EdgeQueue.STEPS];
    int known = state[slot];
    if (known == HIDDEN) {
      return true;
    }
    boolean isNew = known <= UNSEEN;
    if (isNew && (steps > maxSteps || isRefused(row, slot, isObject, id))) {
      leaveOut(row, slot, steps);
      return true;
    }
    int node = isNew ? settle(slot, isObject, id, version, bound, steps) : known - 1;
    emit(row, node, block, version, isNew);
    if (isNew) {
      expand(node, isObject, id, block, version, bound, steps, Expansions.NONE);
      return visitor.wantsMore();
    }
    if (isKnown(node, bound, steps)) {
      return true;
    }
    earliest = Math.min(earliest, bound);
    latest = Math.max(latest, bound);
    if (!expansions.isKnown(node, bound)) {
      visitor.extended(node, bound);
    }
    boolean isUnlimited = maxSteps == Integer.MAX_VALUE;
    int again = expansions.again(node, bound, isUnlimited ? expansions.fewest(node) : steps);
    expand(node, isObject, id, block, version, bound, steps, again);
    return visitor.wantsMore();
  }

  private boolean isKnown(int node, long bound, int steps) {
    return maxSteps == Integer.MAX_VALUE
        ? expansions.isKnown(node, bound)
        : expansions.isKnown(node, bound, steps);
  }

  /** Returns whether a pattern or the maximum number of nodes excludes a new node. */
  private boolean isRefused(int row, int slot, boolean isObject, long id) {
    if (isObject && hiding != null && queue.cells()[row + EdgeQueue.FROM] >= 0) {
      if (hiding.hides(id)) {
        hidden++;
        beyondDepth -= state[slot] == BEYOND_DEPTH ? 1 : 0;
        state[slot] = HIDDEN;
        return true;
      }
    }
    return nodes >= maxNodes;
  }

  private void leaveOut(int row, int slot, int steps) {
    if (state[slot] == HIDDEN) {
      return;
    }
    if (state[slot] == UNSEEN) {
      boolean isTooFar = steps > maxSteps;
      state[slot] = isTooFar ? BEYOND_DEPTH : BEYOND_COUNT;
      beyondDepth += isTooFar ? 1 : 0;
      beyondCount += isTooFar ? 0 : 1;
    }
    int at = cutOff.add();
    cutOff.set(at, queue.cells()[row + EdgeQueue.FROM]);
    cutOff.set(at + 1, slot);
  }

  private int settle(int slot, boolean isObject, long id, int version, long bound, int steps) {
    if (state[slot] == BEYOND_DEPTH) {
      beyondDepth--;
    }
    int node = nodes++;
    state[slot] = node + 1;
    expansions.first(node, bound, steps);
    earliest = Math.min(earliest, isObject ? since(id, version, bound) : bound);
    latest = Math.max(latest, bound);
    NodeType type = isObject ? NodeType.OBJECT : NodeType.PROCESS;
    visitor.node(node, type, id, version, bound, depth(steps));
    return node;
  }

  /** Returns the LSN from which on a lost write may have changed the version. */
  private long since(long id, int version, long bound) {
    if (!mayLackWrites) {
      return bound;
    }
    long begin = slots.beginOf(slots.block(id), version);
    if (begin != Lsn.NONE) {
      return Math.min(begin, bound);
    }
    ObjectInfo info = reader.object(id);
    return info == null ? bound : Math.min(info.declaredLsn(), bound);
  }

  /** Reports the edge to the visitor, unless it was already reported. */
  private void emit(int row, int node, int block, int version, boolean isNew) {
    long[] cells = queue.cells();
    int near = (int) cells[row + EdgeQueue.FROM];
    if (near < 0 || isToBeSkipped(row, node, block, version, isNew)) {
      return;
    }
    edges++;
    earliest = Math.min(earliest, cells[row + EdgeQueue.FIRST]);
    boolean isAncestor = expander == ancestors;
    visitor.edge(
        isAncestor ? near : node,
        isAncestor ? node : near,
        EdgeKind.of((int) cells[row + EdgeQueue.KIND]),
        cells[row + EdgeQueue.FIRST],
        cells[row + EdgeQueue.LAST],
        cells[row + EdgeQueue.COUNT],
        cells[row + EdgeQueue.BYTES],
        cells[row + EdgeQueue.FIRST_TIME],
        cells[row + EdgeQueue.LAST_TIME]);
  }

  /**
   * Returns whether an edge was reported, or an earlier expansion will report it. An edge that
   * reaches a new node is never skipped. Remembers the edges of nodes that are expanded again, and
   * edges beyond the depth limit.
   */
  private boolean isToBeSkipped(int row, int node, int block, int version, boolean isNew) {
    long[] cells = queue.cells();
    boolean isAgain = cells[row + EdgeQueue.EXPANSION] != Expansions.NONE;
    boolean isRemembered = isAgain || cells[row + EdgeQueue.STEPS] > maxSteps;
    if (!isRemembered && early.isEmpty()) {
      return false;
    }
    if (isAgain && !isNew && isTold(row, block, version)) {
      return true;
    }
    Early edge =
        new Early(
            (int) cells[row + EdgeQueue.FROM],
            node,
            cells[row + EdgeQueue.KIND],
            cells[row + EdgeQueue.FIRST]);
    return isRemembered ? !early.add(edge) : early.contains(edge);
  }

  /**
   * Returns whether an earlier expansion of the near end reported the edge, within the depth limit.
   */
  private boolean isTold(int row, int block, int version) {
    long[] cells = queue.cells();
    int at = (int) cells[row + EdgeQueue.EXPANSION];
    if (at == Expansions.NONE) {
      return false;
    }
    long now = expansions.bound(at);
    int cost = EdgeKind.of((int) cells[row + EdgeQueue.KIND]).halfSteps();
    for (at = expansions.earlier(at); at != Expansions.NONE; at = expansions.earlier(at)) {
      boolean isWithin = expansions.steps(at) + cost <= maxSteps;
      if (isWithin && wasEmitted(row, expansions.bound(at), now, block, version)) {
        return true;
      }
    }
    return false;
  }

  private boolean wasEmitted(int row, long before, long now, int block, int version) {
    long[] cells = queue.cells();
    int kind = (int) cells[row + EdgeQueue.KIND];
    if (expansions.isAsGood(before, now) || !expander.isTimedByNear(kind)) {
      return true;
    }
    long first = cells[row + EdgeQueue.FIRST];
    if (!expander.isInTime(first, cells[row + EdgeQueue.FAR], before)) {
      return false;
    }
    long bound = cells[row + EdgeQueue.BOUND];
    long reached = expansions.isAsGood(before, bound) ? bound : before;
    return cells[row + EdgeQueue.IS_OBJECT] == 0 || expander.versionAt(block, reached) == version;
  }

  /** Queues the edge again for the next version of its object, if it extends into that version. */
  private void followIntoNext(int row, int block, int version) {
    long far = queue.cells()[row + EdgeQueue.FAR];
    long bound = expander.boundInNext(block, version, far);
    if (bound == Lsn.NONE || queue.cells()[row + EdgeQueue.FROM] < 0) {
      return;
    }
    int copy = queue.row();
    long[] cells = queue.cells();
    System.arraycopy(cells, row, cells, copy, EdgeQueue.WIDTH);
    cells[copy + EdgeQueue.BOUND] = bound;
    cells[copy + EdgeQueue.PRIORITY] = expander.priority(bound);
    queue.push(copy);
  }

  // --- expanding one node ---

  private void expand(
      int node,
      boolean isObject,
      long id,
      int block,
      int version,
      long bound,
      int steps,
      int expansion) {
    from = node;
    fromSteps = steps;
    fromExpansion = expansion;
    if (isObject) {
      expander.expandObject(id, block, version, bound, this);
    } else {
      expander.expandProcess(id, bound, this);
    }
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
    int cost = EdgeKind.of(kind).halfSteps();
    int row = row(isObject, id, bound, far, kind, fromSteps + cost);
    long[] cells = queue.cells();
    cells[row + EdgeQueue.FIRST] = firstLsn;
    cells[row + EdgeQueue.LAST] = lastLsn;
    cells[row + EdgeQueue.COUNT] = count;
    cells[row + EdgeQueue.BYTES] = bytes;
    cells[row + EdgeQueue.FIRST_TIME] = firstNanos;
    cells[row + EdgeQueue.LAST_TIME] = lastNanos;
    queue.push(row);
  }

  /** Returns a new row for an edge, which the caller completes and pushes. */
  private int row(boolean isObject, long id, long bound, long far, int kind, int steps) {
    int row = queue.row();
    long[] cells = queue.cells();
    cells[row + EdgeQueue.PRIORITY] = expander.priority(bound);
    cells[row + EdgeQueue.TIE] = ((long) steps << 40) | from + 1L;
    cells[row + EdgeQueue.IS_OBJECT] = isObject ? 1 : 0;
    cells[row + EdgeQueue.ID] = id;
    cells[row + EdgeQueue.BOUND] = bound;
    cells[row + EdgeQueue.FAR] = far;
    cells[row + EdgeQueue.KIND] = kind;
    cells[row + EdgeQueue.FROM] = from;
    cells[row + EdgeQueue.STEPS] = steps;
    cells[row + EdgeQueue.EXPANSION] = fromExpansion;
    return row;
  }

  @Override
  public void hiddenCode() {
    hiddenCode += fromExpansion == Expansions.NONE ? 1 : 0;
  }

  private void ensureState(int slot) {
    if (slot >= state.length) {
      state = Arrays.copyOf(state, Math.max(2 * state.length, slot + 1));
    }
    stateUsed = Math.max(stateUsed, slot + 1);
  }

  // --- queries of the collector afterwards ---

  private static int depth(int steps) {
    return (steps + 1) / 2;
  }

  /** Returns the smallest number of steps in which a node was reached. */
  public int depthOf(int node) {
    return depth(expansions.fewest(node));
  }

  /** Returns the best bound with which a node was reached. */
  public long boundOf(int node) {
    return expansions.best(node);
  }

  @Override
  public long boundOfProcess(long id) {
    return boundOfSlot(slots.knownProcess(id));
  }

  @Override
  public long boundOfObject(long id) {
    int block = slots.knownBlock(id);
    long best = Lsn.NONE;
    for (int version = 0; block >= 0 && version <= slots.cuts(block); version++) {
      long bound = boundOfSlot(slots.slot(block, version));
      boolean isBetter = expander == ancestors ? bound > best : bound < best;
      best = bound != Lsn.NONE && (best == Lsn.NONE || isBetter) ? bound : best;
    }
    return best;
  }

  private long boundOfSlot(int slot) {
    boolean isNode = slot >= 0 && slot < stateUsed && state[slot] > UNSEEN;
    return isNode ? expansions.best(state[slot] - 1) : Lsn.NONE;
  }

  /**
   * Returns, for each node, the number of neighbours that the limits of depth and count excluded.
   */
  public int[] leftOut() {
    int[] more = new int[nodes];
    long[] pairs = new long[cutOff.count()];
    int n = 0;
    for (int i = 0; i < pairs.length; i++) {
      long near = cutOff.get(2 * i);
      long slot = cutOff.get(2 * i + 1);
      if (near >= 0 && state[(int) slot] < UNSEEN && state[(int) slot] != HIDDEN) {
        pairs[n++] = near << 32 | slot;
      }
    }
    Arrays.sort(pairs, 0, n);
    for (int i = 0; i < n; i++) {
      if (i == 0 || pairs[i] != pairs[i - 1]) {
        more[(int) (pairs[i] >>> 32)]++;
      }
    }
    return more;
  }

  public boolean isWorthKeeping() {
    return !isBroken
        && slots.memory() + queue.memory() + ancestors.memory() + descendants.memory()
            < MAX_KEPT - state.length - expansions.memory() - cutOff.memory();
  }
}
