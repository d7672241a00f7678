// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

/** Behavior of a reporter's sink when the ring is full. */
public enum OverloadPolicy {
  /** The reporter waits. */
  BLOCK,
  /**
   * Accesses are dropped, counted, and recorded as a gap. Declarations, names, links, cuts and
   * exits are never dropped.
   */
  DROP
}
