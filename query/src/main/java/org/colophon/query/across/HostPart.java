// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.List;
import java.util.Map;
import org.colophon.query.across.PartRequest.Span;
import org.colophon.query.api.Lineage;
import org.jspecify.annotations.Nullable;

/**
 * One host's answer in one round.
 *
 * @param limitLsn the LSN as of which the host answers.
 * @param visibleLsn the LSN up to which the host's reader sees all operations.
 * @param matches the ends of connections and the shared files on this host.
 * @param lineage the lineage of all ends found on this host so far; null if no bound changed.
 * @param spans the data of each connection in the lineage, by its object on this host.
 * @param conflicts connections whose data was received before it was sent, by the hosts' clocks.
 * @param senders connections of which this host has the sender's address, if they were asked for.
 */
public record HostPart(
    String host,
    long limitLsn,
    long visibleLsn,
    List<Match> matches,
    @Nullable Lineage lineage,
    Map<Long, Span> spans,
    List<Conflict> conflicts,
    List<Sender> senders) {
  public HostPart {
    spans = spans == null ? Map.of() : Map.copyOf(spans); // an older service sends none
    conflicts = conflicts == null ? List.of() : List.copyOf(conflicts);
    senders = senders == null ? List.of() : List.copyOf(senders);
  }

  /** Returns the same part with another name for its host. */
  public HostPart named(String name) {
    return new HostPart(name, limitLsn, visibleLsn, matches, lineage, spans, conflicts, senders);
  }

  /**
   * A connection from an address of this host.
   *
   * @param end index of the connection in {@link PartRequest#ends}.
   * @param isRecorded true if the host's history reaches past the time of the connection's data.
   */
  public record Sender(int end, boolean isRecorded) {}

  /**
   * A connection that received data before it was sent, by the clocks of its hosts.
   *
   * @param end index of the connection in {@link PartRequest#ends}.
   * @param nanos minimum difference of the clocks.
   */
  public record Conflict(int end, long nanos) {}

  /**
   * This host's end of a connection, or its file in a shared directory.
   *
   * @param end index of the connection or file in {@link PartRequest#ends}.
   * @param lsn the bound on this host.
   */
  public record Match(int end, long object, long lsn) {}
}
