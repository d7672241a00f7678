package org.colophon.service.certification;

import java.util.List;

/**
 * The state of certification.
 *
 * @param key public key of the log
 * @param log directory of the log
 * @param entries number of entries in the log
 * @param certifiedLsn last LSN that a signed checkpoint covers
 * @param witnessedLsn last LSN that enough witnesses have confirmed, -1 without witnesses
 * @param cosigned number of witnesses that have confirmed the newest entry
 * @param witnesses the configured witnesses
 * @param lostLsns LSNs that the journal released before they were certified
 * @param failure the reason why nothing is certified now; empty if all is well
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
   * One witness.
   *
   * @param lsn the last LSN that it has confirmed, 0 if none
   * @param failure the reason why it does not answer now; empty if it does
   */
  public record WitnessState(String name, String url, long lsn, String failure) {}
}
