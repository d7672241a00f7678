// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.pattern.Glob;

/**
 * A lineage query. Immutable and validated.
 *
 * <p>A process together with an object that it read or wrote counts as one step of depth. A fork,
 * signal or derivation is one step, too. {@code execve} is not a step, since it continues the
 * process.
 *
 * @param asOfLsn the last LSN that counts; {@link Lsn#LATEST} for no bound.
 * @param dataOnly true to follow only edges along which content flows.
 * @param includeCode true to follow objects loaded as code.
 * @param includeNames true to follow processes that named an object or changed its attributes;
 *     never true with dataOnly.
 * @param includeChanges true to include records attached to writes.
 * @param includeDigests true to look up digests of contents.
 * @param folded true to count files of the system and of tool chains, without showing or following
 *     them.
 * @param hidden patterns of names. Matching objects are counted, but neither shown nor followed. A
 *     process with a matching executable is hidden unless it connects shown nodes. A root is never
 *     hidden.
 * @param mine directory whose files are shown; other files are followed, but not shown; empty to
 *     show all.
 */
public record LineageQuery(
    List<Root> roots,
    Direction direction,
    long asOfLsn,
    int maxDepth,
    int maxNodes,
    boolean dataOnly,
    boolean includeCode,
    boolean includeNames,
    boolean includeChanges,
    boolean includeDigests,
    boolean folded,
    List<Glob> hidden,
    Bytes mine) {
  /** Depth without a limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Default maximum number of nodes. */
  public static final int DEFAULT_MAX_NODES = 100_000;

  public LineageQuery {
    ErrorCode.BAD_REQUEST.require(!roots.isEmpty(), "a lineage needs at least one root");
    ErrorCode.BAD_REQUEST.require(asOfLsn > 0, "as-of LSN must be positive, not " + asOfLsn);
    ErrorCode.BAD_REQUEST.require(maxDepth >= 0, "the depth must be 0 or more, not " + maxDepth);
    ErrorCode.BAD_REQUEST.require(
        maxNodes > 0, "the limit of nodes must be positive, not " + maxNodes);
    roots = List.copyOf(roots);
    includeNames &= !dataOnly;
    hidden = List.copyOf(hidden);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the values of this query. */
  public Builder toBuilder() {
    Builder builder = new Builder().roots(roots).direction(direction).asOfLsn(asOfLsn);
    builder.maxDepth(maxDepth).maxNodes(maxNodes).dataOnly(dataOnly).includeCode(includeCode);
    builder.includeNames(includeNames).includeChanges(includeChanges).hidden.addAll(hidden);
    return builder.includeDigests(includeDigests).folded(folded).mine(mine);
  }

  /** Returns the same query with other roots, another LSN and another {@code mine}. */
  public LineageQuery withRoots(List<Root> otherRoots, long otherAsOfLsn, Bytes otherMine) {
    Builder other = toBuilder().asOfLsn(otherAsOfLsn).mine(otherMine);
    other.roots.clear();
    return other.roots(otherRoots).build();
  }

  /** Returns whether a pattern hides objects of this name. */
  public boolean hides(Bytes given) {
    Bytes name = AbsentName.path(given);
    return !name.isEmpty() && hidden.stream().anyMatch(glob -> glob.matches(name));
  }

  /** Returns whether a name is a path outside of the directory {@code mine}. */
  public boolean isElsewhere(Bytes given) {
    Bytes name = AbsentName.path(given);
    return !mine.isEmpty() && name.startsWith(Bytes.of("/")) && !name.isAtOrBelow(mine);
  }

  /** Returns whether the query has patterns that hide objects. */
  public boolean hidesAnything() {
    return folded || !hidden.isEmpty();
  }

  /** Sets the options of a query; by default all ancestors of every kind, as of now. */
  public static final class Builder {
    private final List<Root> roots = new ArrayList<>();
    private final List<Glob> hidden = new ArrayList<>();
    private Direction direction = Direction.ANCESTORS;
    private long asOfLsn = Lsn.LATEST;
    private int maxDepth = UNLIMITED;
    private int maxNodes = DEFAULT_MAX_NODES;
    private boolean dataOnly;
    private boolean includeCode = true;
    private boolean includeNames = true;
    private boolean includeChanges;
    private boolean includeDigests;
    private boolean folded;
    private Bytes mine = Bytes.EMPTY;

    private Builder() {}

    public Builder root(Root root) {
      roots.add(root);
      return this;
    }

    public Builder roots(List<Root> all) {
      roots.addAll(all);
      return this;
    }

    public Builder direction(Direction value) {
      direction = value;
      return this;
    }

    public Builder asOfLsn(long value) {
      asOfLsn = value;
      return this;
    }

    public Builder maxDepth(int value) {
      maxDepth = value;
      return this;
    }

    public Builder maxNodes(int value) {
      maxNodes = value;
      return this;
    }

    public Builder dataOnly(boolean value) {
      dataOnly = value;
      return this;
    }

    public Builder includeCode(boolean value) {
      includeCode = value;
      return this;
    }

    public Builder includeNames(boolean value) {
      includeNames = value;
      return this;
    }

    public Builder includeChanges(boolean value) {
      includeChanges = value;
      return this;
    }

    public Builder includeDigests(boolean value) {
      includeDigests = value;
      return this;
    }

    public Builder hide(String glob) {
      hidden.add(Glob.of(glob));
      return this;
    }

    public Builder folded(boolean value) {
      folded = value;
      return this;
    }

    public Builder mine(Bytes directory) {
      mine = directory;
      return this;
    }

    public LineageQuery build() {
      return new LineageQuery(
          roots,
          direction,
          asOfLsn,
          maxDepth,
          maxNodes,
          dataOnly,
          includeCode,
          includeNames,
          includeChanges,
          includeDigests,
          folded,
          hidden,
          mine);
    }
  }
}
