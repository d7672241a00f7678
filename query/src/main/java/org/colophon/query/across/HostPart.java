package org.colophon.query.across;

import java.util.List;
import org.colophon.query.api.Lineage;

/**
 * One host's answer in one round.
 *
 * @param limitLsn the LSN as of which it answers.
 * @param visibleLsn the LSN up to which its reader sees everything.
 * @param matches the other ends on this host.
 * @param lineage the lineage of all its ends so far; null if no bound changed.
 */
public record HostPart(
    String host, long limitLsn, long visibleLsn, List<Match> matches, Lineage lineage) {

  /**
   * The other end of a connection.
   *
   * @param end its index in {@link PartRequest#ends}.
   * @param lsn the bound at this end.
   */
  public record Match(int end, long object, long lsn) {}
}
