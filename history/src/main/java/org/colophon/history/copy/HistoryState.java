// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.copy;

import org.colophon.query.format.CertifiedState;

/**
 * LSNs up to which a history is on disk, shipped and certified.
 *
 * @param host display name
 * @param durableLsn last LSN on disk in this service
 * @param shippedLsn last LSN that the shared log has acknowledged; -1 if none is configured
 * @param sourceLsn for a copy, last known LSN of the history at its source; -1 otherwise
 * @param failure for a copy, reason why it does not grow; empty otherwise
 * @param certified certified part of the history
 */
public record HistoryState(
    String host,
    long durableLsn,
    long shippedLsn,
    long sourceLsn,
    String failure,
    CertifiedState certified) {
  /** Returns whether the history is not shipped, not a copy and not certified. */
  public boolean isLocal() {
    return shippedLsn < 0 && sourceLsn < 0 && !certified.isKnown();
  }

  /** Returns whether the history is a copy that does not grow, so that its end is unknown. */
  public boolean isStopped() {
    return !failure.isEmpty();
  }

  /** Returns the number of LSNs that a copy is known to lack. */
  public long lag() {
    return Math.max(0, sourceLsn - durableLsn);
  }

  /** Returns the value of the header, such as {@code host=web; durable=274; source=300}. */
  public String header() {
    StringBuilder text = new StringBuilder("host=" + host + "; durable=" + durableLsn);
    if (shippedLsn >= 0) {
      text.append("; shipped=").append(shippedLsn);
    }
    if (sourceLsn >= 0) {
      text.append("; source=").append(sourceLsn);
    }
    if (certified.isKnown()) {
      text.append("; certified=").append(certified.lsn());
    }
    if (certified.isWitnessed()) {
      text.append("; witnessed=").append(certified.witnessedLsn());
      text.append("; cosigned=").append(certified.cosigned());
      text.append("; witnesses=").append(certified.witnesses());
    }
    if (isStopped()) {
      text.append("; stopped=true");
    }
    return text.toString();
  }
}
