// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import org.colophon.core.backup.BackupCopy;

/**
 * State of the copy of a host's history.
 *
 * @param id machine id
 * @param lastLsn last LSN of the copy
 * @param sourceLsn last LSN at the source, as of the newest frame; 0 if no frame has arrived
 * @param failure reason why the copy does not grow; empty if it does
 * @param snapshotLsn last LSN of its newest snapshot; 0 without one
 * @param snapshotMillis time of that snapshot, in milliseconds since 1970; 0 without one
 * @param standby whether another indexer of the group has the first copy
 */
public record IndexedHost(
    String id,
    String name,
    long lastLsn,
    long sourceLsn,
    String failure,
    long snapshotLsn,
    long snapshotMillis,
    boolean standby) {
  IndexedHost(String id, String name, long lastLsn, long sourceLsn, String failure) {
    this(id, name, lastLsn, sourceLsn, failure, 0, 0, false);
  }

  /** Returns the number of LSNs of the copy that its newest snapshot lacks. */
  long snapshotLag() {
    return Math.max(0, lastLsn - snapshotLsn);
  }

  IndexedHost with(BackupCopy snapshot) {
    return new IndexedHost(
        id, name, lastLsn, sourceLsn, failure, snapshot.lsn(), snapshot.writtenMillis(), standby);
  }

  /** Returns the same state in a role. */
  IndexedHost as(boolean standby) {
    return new IndexedHost(
        id, name, lastLsn, sourceLsn, failure, snapshotLsn, snapshotMillis, standby);
  }

  /** Returns the number of LSNs that this copy is known to lack; at least 1 while it stops. */
  public long lag() {
    return Math.max(failure.isEmpty() ? 0 : 1, sourceLsn - lastLsn);
  }

  /** Returns the same state with a reason that stops all copies; the copy's own reason counts. */
  IndexedHost stoppedBy(String reason) {
    return failure.isEmpty() ? new IndexedHost(id, name, lastLsn, sourceLsn, reason) : this;
  }
}
