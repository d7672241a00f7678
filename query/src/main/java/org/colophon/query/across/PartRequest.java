// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.LineageQuery;
import org.jspecify.annotations.Nullable;

/**
 * Request to other hosts in one round.
 *
 * @param query the query; its roots are ids on the first host.
 * @param limits the LSN as of which each host answers; null without a cut.
 * @param untilNanos without a cut, the time as of which hosts answer; 0 for now.
 * @param bounds the objects that earlier rounds reached on other hosts.
 * @param ends the objects reached since the last round.
 * @param asksSenders true to find the hosts that have the peers' addresses of connections without a
 *     known other end, instead of the other ends.
 */
public record PartRequest(
    LineageQuery query,
    @Nullable Map<String, Long> limits,
    long untilNanos,
    List<Bound> bounds,
    List<End> ends,
    boolean asksSenders) {

  /**
   * An object that lineage entered from another host, with its bound.
   *
   * @param lsn the largest LSN that counts for ancestors, the smallest for descendants
   */
  public record Bound(String host, long object, long lsn) {}

  /**
   * An end of a connection, or a shared file, on one host. Other hosts look for its counterpart.
   *
   * @param nanos the bound as a time; 0 if unknown
   * @param span the connection's data; null if unknown
   */
  public record End(String host, Bytes name, long nanos, @Nullable Span span) {}

  /**
   * The data that a host moved in one direction of a connection.
   *
   * @param firstNanos time of the first access, by the clock of the host
   * @param lastNanos time of the last access
   * @param bytes number of bytes; 0 if unknown
   * @param position number of bytes that count for the lineage: for ancestors up to the bound, for
   *     descendants before it
   */
  public record Span(long firstNanos, long lastNanos, long bytes, long position) {}
}
