// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

/**
 * State of the copy of a host's history.
 *
 * @param id machine id
 * @param lastLsn last LSN of the copy
 * @param sourceLsn last LSN at the source, as of the newest frame; 0 if no frame has arrived
 * @param failure reason why the copy does not grow; empty if it does
 */
public record IndexedHost(String id, String name, long lastLsn, long sourceLsn, String failure) {
  /** Returns the number of LSNs that this copy is known to lack; at least 1 while it stops. */
  public long lag() {
    return Math.max(failure.isEmpty() ? 0 : 1, sourceLsn - lastLsn);
  }

  /** Returns the same state with a reason that stops all copies; the copy's own reason counts. */
  IndexedHost stoppedBy(String reason) {
    return failure.isEmpty() ? new IndexedHost(id, name, lastLsn, sourceLsn, reason) : this;
  }
}
