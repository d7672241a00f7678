package org.colophon.query.api;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.pattern.Glob;

/**
 * A lineage query. Immutable, bounded and checked.
 *
 * <p>Depth counts the steps that a person sees: a process with an object that it read or wrote is
 * one step, and so is a fork, a signal or a derivation. {@code execve} is not a step, as it
 * continues the process.
 *
 * @param asOfLsn later operations do not count; {@link Lsn#LATEST} for no bound
 * @param dataOnly whether only edges along which content flows are followed
 * @param includeCode whether objects loaded as code are followed
 * @param includeNames whether processes that named an object are followed; never with dataOnly
 * @param includeChanges whether records attached to writes belong to the lineage
 * @param hidden objects with such a name and processes with such an executable are counted, but
 *     neither shown nor followed; a root is never hidden
 * @param hiddenObjects as hidden, but for objects only: a compiler's own files stay out, what it
 *     did stays in
 * @param keptObjects exceptions from hiddenObjects
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
    List<Glob> hidden,
    List<Glob> hiddenObjects,
    List<Glob> keptObjects) {
  /** As a depth: go as far as it goes. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Default limit of the nodes of a lineage. */
  public static final int DEFAULT_MAX_NODES = 100_000;

  public LineageQuery {
    require(!roots.isEmpty(), "a lineage needs at least one root");
    require(asOfLsn > 0, "as-of LSN must be positive, not " + asOfLsn);
    require(maxDepth >= 0, "depth must not be negative: " + maxDepth);
    require(maxNodes > 0, "the limit of nodes must be positive, not " + maxNodes);
    roots = List.copyOf(roots);
    includeNames &= !dataOnly;
    hidden = List.copyOf(hidden);
    hiddenObjects = List.copyOf(hiddenObjects);
    keptObjects = List.copyOf(keptObjects);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, message);
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from this query. */
  public Builder toBuilder() {
    Builder builder = new Builder().roots(roots).direction(direction).asOfLsn(asOfLsn);
    builder.maxDepth(maxDepth).maxNodes(maxNodes).dataOnly(dataOnly).includeCode(includeCode);
    builder.includeNames(includeNames).includeChanges(includeChanges).hidden.addAll(hidden);
    builder.hiddenObjects.addAll(hiddenObjects);
    builder.keptObjects.addAll(keptObjects);
    return builder;
  }

  /** Returns whether any pattern may hide a node. */
  public boolean hidesAnything() {
    return !hidden.isEmpty() || !hiddenObjects.isEmpty();
  }

  /** Collects the parts of a query; by default all ancestors of every kind, as of now. */
  public static final class Builder {
    private final List<Root> roots = new ArrayList<>();
    private final List<Glob> hidden = new ArrayList<>();
    private final List<Glob> hiddenObjects = new ArrayList<>();
    private final List<Glob> keptObjects = new ArrayList<>();
    private Direction direction = Direction.ANCESTORS;
    private long asOfLsn = Lsn.LATEST;
    private int maxDepth = UNLIMITED;
    private int maxNodes = DEFAULT_MAX_NODES;
    private boolean dataOnly;
    private boolean includeCode = true;
    private boolean includeNames = true;
    private boolean includeChanges;

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

    public Builder hide(String glob) {
      hidden.add(Glob.of(glob));
      return this;
    }

    public Builder hide(Glob glob) {
      hidden.add(glob);
      return this;
    }

    public Builder hideObjects(String glob) {
      hiddenObjects.add(Glob.of(glob));
      return this;
    }

    /** An exception from {@link #hideObjects}, whichever comes first. */
    public Builder keepObjects(String glob) {
      keptObjects.add(Glob.of(glob));
      return this;
    }

    /** The query. */
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
          hidden,
          hiddenObjects,
          keptObjects);
    }
  }
}
