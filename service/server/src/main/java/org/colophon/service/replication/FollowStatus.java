package org.colophon.service.replication;

/**
 * The state of a service that follows another.
 *
 * @param lastLsn the end of this copy
 * @param sourceLsn the last known LSN of the source
 * @param failure the reason why nothing arrives now; empty if all is well
 */
public record FollowStatus(String url, long lastLsn, long sourceLsn, String failure) {
  /** Returns the number of LSNs that this copy is known to lack. */
  public long lag() {
    return Math.max(0, sourceLsn - lastLsn);
  }
}
