package org.colophon.query.across;

import java.util.List;
import java.util.Map;
import org.colophon.query.across.PartRequest.Span;
import org.colophon.query.api.Lineage;

/**
 * One host's answer in one round.
 *
 * @param limitLsn the LSN as of which it answers.
 * @param visibleLsn the LSN up to which its reader sees everything.
 * @param matches the other ends on this host.
 * @param lineage the lineage of all ends found on this host so far; null if no bound changed.
 * @param spans the times of the connections in the lineage, by the object of their ends.
 * @param conflicts connections whose data was received before it was sent.
 */
public record HostPart(
    String host,
    long limitLsn,
    long visibleLsn,
    List<Match> matches,
    Lineage lineage,
    Map<Long, Span> spans,
    List<Conflict> conflicts) {
  public HostPart {
    spans = spans == null ? Map.of() : Map.copyOf(spans); // an older node has none
    conflicts = conflicts == null ? List.of() : List.copyOf(conflicts);
  }

  /** Returns the same part under another name of its host. */
  public HostPart named(String name) {
    return new HostPart(name, limitLsn, visibleLsn, matches, lineage, spans, conflicts);
  }

  /**
   * A connection whose two ends have times that cannot come from one clock.
   *
   * @param end its place in {@link PartRequest#ends}.
   * @param nanos the least difference of the clocks.
   */
  public record Conflict(int end, long nanos) {}

  /**
   * The other end of a connection.
   *
   * @param end its index in {@link PartRequest#ends}.
   * @param lsn the bound at this end.
   */
  public record Match(int end, long object, long lsn) {}
}
