// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import org.colophon.core.journal.Journal;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.ring.RecordRing;
import org.colophon.core.threads.BackgroundThreads;

/** Shared components of all sinks of a kernel. */
public record KernelParts(
    KernelGate gate,
    RecordRing ring,
    Journal journal,
    PipelineMetrics metrics,
    IdentityRegistry processes,
    IdentityRegistry objects,
    SharedNames names,
    SourcePositions positions,
    PreparedTransactions transactions,
    SnapshotNames snapshots,
    HistoricalLookup past,
    FileStates files,
    BackgroundThreads threads) {
  /**
   * Returns true if an object has an identity that no other identity may replace. A file may have
   * an identity of an earlier form and its present one.
   */
  public boolean hasIdentity(long object) {
    return objects.isClaimed(object) || past.hasIdentity(object);
  }
}
