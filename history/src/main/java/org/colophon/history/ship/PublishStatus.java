// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.ship;

/**
 * The state of a service that ships its history.
 *
 * @param place the shared log.
 * @param shippedLsn last LSN that the log has acknowledged.
 * @param durableLsn last LSN of the last frame on disk in this service.
 * @param lostLsns number of LSNs that the journal deleted before they were shipped.
 * @param failure reason why no frames are shipped now; empty if they are.
 */
public record PublishStatus(
    String place, long shippedLsn, long durableLsn, long lostLsns, String failure) {
  /** Returns the number of LSNs that are on disk but not shipped. */
  public long lag() {
    return Math.max(0, durableLsn - shippedLsn);
  }
}
