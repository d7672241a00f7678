// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.report;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageNode;
import org.colophon.query.naming.ContentVersions.Version;
import org.jspecify.annotations.Nullable;

/**
 * Full description of one process or object.
 *
 * @param node the process, or the object's newest version.
 * @param names names of an object, in LSN order.
 * @param content digests of the newest version of an object; null if they are not known.
 * @param cuts cuts of an object, in LSN order; with n cuts, it has n + 1 versions.
 * @param accesses accesses, summed for each peer and mode, in order of the first LSN.
 * @param links links of a process, in LSN order.
 * @param derivations derivations of an object, in LSN order.
 * @param gaps known losses that affect the node and its ancestors.
 */
public record Details(
    LineageNode node,
    List<Name> names,
    @Nullable Version content,
    List<LineageNode.Cut> cuts,
    List<AccessSum> accesses,
    List<Tie> links,
    List<Tie> derivations,
    List<ExtendedRecord> extended,
    List<Gap> gaps)
    implements Report {
  public Details {
    names = List.copyOf(names);
    cuts = List.copyOf(cuts);
    accesses = List.copyOf(accesses);
    links = List.copyOf(links);
    derivations = List.copyOf(derivations);
    extended = List.copyOf(extended);
    gaps = List.copyOf(gaps);
  }

  /**
   * A name of an object.
   *
   * @param fromNanos time when the name began
   * @param toNanos time when the name ended; 0 if it has not ended
   */
  public record Name(NameBinding binding, long fromNanos, long toNanos) {}

  /**
   * All accesses between the shown node and another node in the same mode.
   *
   * @param peer the other node
   * @param lastLsn {@link org.colophon.core.model.Lsn#OPEN} if an access has not ended
   */
  public record AccessSum(
      @Nullable LineageNode peer,
      AccessMode mode,
      int intervals,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    /** Returns the sum of this and another sum in the same mode. */
    public AccessSum plus(AccessSum other) {
      boolean isFirst = firstLsn <= other.firstLsn;
      boolean isLast =
          lastLsn == other.lastLsn ? lastNanos > other.lastNanos : lastLsn > other.lastLsn;
      return new AccessSum(
          peer,
          mode,
          intervals + other.intervals,
          isFirst ? firstLsn : other.firstLsn,
          isLast ? lastLsn : other.lastLsn,
          count + other.count,
          bytes + other.bytes,
          isFirst ? firstNanos : other.firstNanos,
          isLast ? lastNanos : other.lastNanos);
    }

    /** Returns the same sum with another peer. */
    public AccessSum with(LineageNode end) {
      return new AccessSum(
          end, mode, intervals, firstLsn, lastLsn, count, bytes, firstNanos, lastNanos);
    }
  }

  /**
   * A link or derivation.
   *
   * @param peer the node at the other end
   * @param isCause true if the peer is the cause and the shown node the effect
   */
  public record Tie(LineageNode peer, EdgeKind kind, boolean isCause, long lsn, long timeNanos) {}
}
