// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.util.List;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.state.KernelState;

/**
 * State of a kernel at an instant. {@link org.colophon.core.metrics.PipelineMetrics} explains the
 * counts, which concern this run.
 *
 * @param failure the cause of a failure; empty otherwise.
 * @param queued operations in the ring.
 * @param openIntervals access intervals without a stored end.
 * @param evictedIntervals intervals that were ended because too many were open.
 * @param gaps gaps recorded in this run; gaps in copied frames do not count.
 * @param lastLsn the LSN of the last published operation.
 * @param durableLsn the LSN up to which the journal is on disk.
 * @param names nodes of names in memory; see {@link KernelConfig#maxNames}.
 * @param identities identities in memory; see {@link KernelConfig#maxIdentities}.
 * @param preparedTransactions transactions that are prepared and not decided; of a follower, those
 *     that it had when it was opened.
 * @param oldestPreparedSeconds the age of the oldest of them, 0 if there is none.
 */
public record KernelStatus(
    KernelState state,
    String failure,
    long reported,
    long filtered,
    long refused,
    long dropped,
    long accepted,
    long queued,
    long failed,
    long suppressed,
    long journaled,
    long openIntervals,
    long evictedIntervals,
    long gaps,
    long lastLsn,
    long durableLsn,
    long journalBytes,
    long names,
    long identities,
    long preparedTransactions,
    long oldestPreparedSeconds,
    List<AdapterStatus> adapters) {
  public KernelStatus {
    adapters = List.copyOf(adapters);
  }
}
