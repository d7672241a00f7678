// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.follow;

/**
 * The state of a service that follows another.
 *
 * @param lastLsn last LSN of this copy
 * @param sourceLsn last known LSN of the source
 * @param failure reason why no frames arrive now; empty if they do
 */
public record FollowStatus(String url, long lastLsn, long sourceLsn, String failure) {
  /** Returns the number of LSNs that this copy is known to lack; at least 1 while it stops. */
  public long lag() {
    return Math.max(failure.isEmpty() ? 0 : 1, sourceLsn - lastLsn);
  }
}
