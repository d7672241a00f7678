// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified;

import java.util.List;

/**
 * The state of certification.
 *
 * @param key public key of the log.
 * @param log directory of the log.
 * @param entries number of entries in the log.
 * @param certifiedLsn last LSN that a signed checkpoint covers.
 * @param witnessedLsn last LSN that enough witnesses have confirmed, -1 without witnesses.
 * @param cosigned number of witnesses that have confirmed the newest entry.
 * @param witnesses the configured witnesses.
 * @param lostLsns number of LSNs that the journal deleted before they were certified.
 * @param failure reason why certification does not proceed; empty if it does.
 */
public record CertificationStatus(
    String key,
    String log,
    long entries,
    long certifiedLsn,
    long witnessedLsn,
    int cosigned,
    List<WitnessState> witnesses,
    long lostLsns,
    String failure) {
  /**
   * State of a witness.
   *
   * @param lsn the last LSN that it has confirmed; 0 if none
   * @param failure reason why it does not answer now; empty if it answers
   */
  public record WitnessState(String name, String url, long lsn, String failure) {}
}
