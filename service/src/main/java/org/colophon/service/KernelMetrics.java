// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.feed.ArchiveStatus;
import org.colophon.core.files.FileTree;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.state.KernelState;
import org.colophon.service.metrics.ServiceMetrics;

/** Registers the metrics of a kernel with its journal, archive and adapters. */
record KernelMetrics(Kernel kernel, Path store, ServiceMetrics metrics) {
  void register() {
    operations("reported", "Operations that reporters reported", KernelStatus::reported);
    operations("filtered", "Operations that capture filters left out", KernelStatus::filtered);
    operations("refused", "Input that could not become an operation", KernelStatus::refused);
    operations("dropped", "Operations dropped under overload", KernelStatus::dropped);
    operations("accepted", "Operations accepted", KernelStatus::accepted);
    operations("failed", "Operations a failed kernel did not handle", KernelStatus::failed);
    operations("suppressed", "Operations implied by stored ones", KernelStatus::suppressed);
    operations("journaled", "Operations written to the journal", KernelStatus::journaled);
    metrics.counter(
        "colophon_gaps", "Gaps recorded, for losses of any cause", () -> kernel.status().gaps());
    gauge("queued_operations", "Operations in the ring", KernelStatus::queued);
    gauge("open_intervals", "Access intervals not ended", KernelStatus::openIntervals);
    gauge("last_lsn", "LSN of the last operation", KernelStatus::lastLsn);
    gauge("durable_lsn", "LSN up to which all is on disk", KernelStatus::durableLsn);
    gauge("journal_bytes", "Size of the journal on disk", KernelStatus::journalBytes);
    gauge("names", "Nodes of names in memory", KernelStatus::names);
    gauge("identities", "Identities in memory", KernelStatus::identities);
    gauge(
        "prepared_transactions",
        "Transactions prepared and not decided",
        KernelStatus::preparedTransactions);
    gauge(
        "oldest_prepared_timestamp_seconds",
        "Time of the oldest prepare without a decision, 0 if all are decided",
        now ->
            now.preparedTransactions() == 0
                ? 0
                : Instant.now().getEpochSecond() - now.oldestPreparedSeconds());
    gauge(
        "kernel_running",
        "1 while the kernel records",
        now -> now.state() == KernelState.RUNNING ? 1 : 0);
    int losses = kernel.losses().size();
    gauge(
        "journal_losses",
        "Findings about lost acknowledged data when the store was opened",
        now -> losses);
    adapters();
    kernel.feeds().archiveStatus().ifPresent(unused -> archive());
  }

  private void operations(String name, String help, ToDoubleFunction<KernelStatus> value) {
    metrics.counter(
        "colophon_operations_" + name, help, () -> value.applyAsDouble(kernel.status()));
  }

  private void gauge(String name, String help, ToDoubleFunction<KernelStatus> value) {
    metrics.gauge("colophon_" + name, help, () -> value.applyAsDouble(kernel.status()));
  }

  private void adapters() {
    adapterCounter("stored_operations", "Operations received", AdapterStatus::storedOperations);
    adapterCounter(
        "lost_operations",
        "Operations that the adapter cannot receive",
        AdapterStatus::lostOperations);
    adapterCounter("retries", "Batches appended again", AdapterStatus::retries);
    adapter(
        "lag_operations",
        "Journaled operations that the adapter has not received",
        AdapterStatus::lagOperations);
    adapter("held_lsn", "LSN up to which the adapter is durable", AdapterStatus::heldLsn);
    adapter("filled_records", "Records fed during the fill", AdapterStatus::filledRecords);
    adapter("records_to_fill", "Records to fill found so far", AdapterStatus::recordsToFill);
    adapter(
        "failed", "1 if the adapter failed", each -> each.state() == AdapterState.FAILED ? 1 : 0);
    adapter("disk_bytes", "Size of the adapter's files in the store", this::diskBytes);
  }

  /** Returns the size; not a number if the files cannot be read, since 0 would be wrong. */
  private double diskBytes(AdapterStatus adapter) {
    try {
      return FileTree.bytes(StoreDirectory.adapterIn(store, adapter.name()));
    } catch (IOException | ColophonException e) {
      return Double.NaN;
    }
  }

  private void adapterCounter(String name, String help, ToDoubleFunction<AdapterStatus> value) {
    metrics.counter("colophon_adapter_" + name, help, all -> add(value, all), "adapter");
  }

  private void adapter(String name, String help, ToDoubleFunction<AdapterStatus> value) {
    metrics.gauge("colophon_adapter_" + name, help, all -> add(value, all), "adapter");
  }

  private void add(ToDoubleFunction<AdapterStatus> value, ServiceMetrics.Values all) {
    kernel.status().adapters().forEach(each -> all.add(value.applyAsDouble(each), each.name()));
  }

  private void archive() {
    Supplier<ArchiveStatus> state = () -> kernel.feeds().archiveStatus().orElseThrow();
    metrics.gauge(
        "colophon_archive_lsn", "LSN up to which all is archived", () -> state.get().lastLsn());
    metrics.gauge(
        "colophon_archive_lost_lsns",
        "LSNs that the journal released before they were archived",
        () -> state.get().lostLsns());
    metrics.gauge(
        "colophon_archive_failed",
        "1 while nothing can be archived",
        () -> state.get().failure().isEmpty() ? 0 : 1);
  }
}
