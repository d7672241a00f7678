package org.colophon.service.replication;

/**
 * The state of a service that ships its history.
 *
 * @param place the shared log.
 * @param shippedLsn the last LSN that the log has acknowledged.
 * @param durableLsn the last LSN on disk here.
 * @param lostLsns LSNs that the journal released before they were shipped.
 * @param failure the reason why nothing is shipped now; empty if all is well.
 */
public record PublishStatus(
    String place, long shippedLsn, long durableLsn, long lostLsns, String failure) {
  /** Returns the number of LSNs that are on disk here only. */
  public long lag() {
    return Math.max(0, durableLsn - shippedLsn);
  }
}
