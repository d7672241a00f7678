package org.colophon.query.report;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageNode;

/**
 * Full description of one process or object.
 *
 * @param node the process, or the object's newest version.
 * @param names names of an object, in LSN order.
 * @param cuts cuts of an object, in LSN order; n cuts make n + 1 versions.
 * @param accesses accesses, summed by the other end and the mode, in order of the first LSN.
 * @param links of a process, in LSN order.
 * @param derivations of an object, in LSN order.
 * @param gaps the known losses that the node and its ancestors cross.
 */
public record Details(
    LineageNode node,
    List<Name> names,
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
   * @param toNanos time when it ended; 0 if it has not
   */
  public record Name(NameBinding binding, long fromNanos, long toNanos) {}

  /**
   * All accesses between the node and one other in one mode.
   *
   * @param peer the other end
   * @param lastLsn {@link org.colophon.core.model.Lsn#OPEN} if one of them has not ended
   */
  public record AccessSum(
      LineageNode peer,
      AccessMode mode,
      int intervals,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    /** Returns the sum of two sums of accesses in the same mode. */
    public AccessSum plus(AccessSum other) {
      boolean isFirst = firstLsn <= other.firstLsn;
      boolean isLast = lastLsn > other.lastLsn;
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

    /** Returns the same sum with its other end. */
    public AccessSum with(LineageNode end) {
      return new AccessSum(
          end, mode, intervals, firstLsn, lastLsn, count, bytes, firstNanos, lastNanos);
    }
  }

  /**
   * A link or derivation.
   *
   * @param peer the other end
   * @param isCause true if the peer is the cause and the shown node the effect
   */
  public record Tie(LineageNode peer, EdgeKind kind, boolean isCause, long lsn, long timeNanos) {}
}
