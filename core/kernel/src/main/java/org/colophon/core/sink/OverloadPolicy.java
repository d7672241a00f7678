package org.colophon.core.sink;

/** What a reporter's sink does when the ring is full. */
public enum OverloadPolicy {
  /** The reporter waits. */
  BLOCK,
  /**
   * Accesses are dropped, counted, and shown as a gap. Declarations, names, links, cuts and exits
   * are never dropped.
   */
  DROP
}
