package org.colophon.service.index;

/**
 * The state of one host's copy.
 *
 * @param id machine id
 * @param lastLsn the end of the copy
 * @param sourceLsn the end of the source as of the last frame; 0 if none came yet
 * @param failure the reason why the copy does not grow; empty if all is well
 */
public record IndexedHost(String id, String name, long lastLsn, long sourceLsn, String failure) {
  /** Returns the number of LSNs that this copy is known to lack. */
  public long lag() {
    return Math.max(0, sourceLsn - lastLsn);
  }
}
