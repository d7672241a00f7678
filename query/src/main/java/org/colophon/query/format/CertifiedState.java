// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

/**
 * Certified part of a history.
 *
 * @param lsn the last LSN that a signed checkpoint covers; -1 if the history is not certified
 * @param witnessedLsn the last LSN that enough witnesses have confirmed; -1 without witnesses
 * @param cosigned number of witnesses that have confirmed the last checkpoint
 * @param witnesses number of configured witnesses
 */
public record CertifiedState(long lsn, long witnessedLsn, int cosigned, int witnesses) {
  /** State of a history that is not certified. */
  public static final CertifiedState NONE = new CertifiedState(-1, -1, 0, 0);

  /** Returns whether the history is certified. */
  public boolean isKnown() {
    return lsn >= 0;
  }

  /** Returns whether witnesses are configured. */
  public boolean isWitnessed() {
    return witnessedLsn >= 0;
  }
}
