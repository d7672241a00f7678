package org.colophon.core.kernel;

import java.util.List;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.state.KernelState;

/**
 * A kernel at an instant. See {@link org.colophon.core.metrics.PipelineMetrics} for how the counts
 * add up; they concern this run.
 *
 * @param failure why it failed; empty otherwise
 * @param queued operations in the ring
 * @param openIntervals access intervals whose end is not stored yet
 * @param evictedIntervals intervals ended for lack of room
 * @param lastLsn of the last operation published
 * @param durableLsn everything up to here is in the journal on disk
 * @param names nodes of names in memory; see {@link KernelConfig#maxNames}
 * @param identities identities in memory; see {@link KernelConfig#maxIdentities}
 */
public record KernelStatus(
    KernelState state,
    String failure,
    long reported,
    long refused,
    long dropped,
    long accepted,
    long queued,
    long failed,
    long suppressed,
    long journaled,
    long openIntervals,
    long evictedIntervals,
    long lastLsn,
    long durableLsn,
    long journalBytes,
    long names,
    long identities,
    List<AdapterStatus> adapters) {
  public KernelStatus {
    adapters = List.copyOf(adapters);
  }
}
