package org.colophon.query.across;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.LineageQuery;

/**
 * One round's question to other hosts.
 *
 * @param query the query; its roots are ids on the first host
 * @param limits the LSN as of which each host answers; null without a cut
 * @param untilNanos without a cut, the time as of which hosts answer; 0 for now
 * @param bounds the ends of connections that earlier rounds found
 * @param ends the ends reached since the last round
 */
public record PartRequest(
    LineageQuery query,
    Map<String, Long> limits,
    long untilNanos,
    List<Bound> bounds,
    List<End> ends) {

  /**
   * An end of a connection, and its bound.
   *
   * @param lsn ancestors: the largest; descendants: the least
   */
  public record Bound(String host, long object, long lsn) {}

  /**
   * An end of a connection on one host, whose other end is wanted.
   *
   * @param nanos the bound as a time; 0 if unknown
   * @param span the times of the first and last data of the connection; null if unknown
   */
  public record End(String host, Bytes name, long nanos, Span span) {}

  /** The times of the first and the last access, by the clock of their host. */
  public record Span(long firstNanos, long lastNanos) {}
}
