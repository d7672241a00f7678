// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

/** States of an adapter's runner. */
public enum AdapterState {
  /** Reading from another adapter, since the journal no longer has the data. */
  FILLING,
  /** Reading journal entries from before this run. */
  CATCHING_UP,
  /** Following the journal's end. */
  RUNNING,
  /** The adapter failed permanently; the reason is in its status. Other adapters continue. */
  FAILED,
  STOPPED
}
