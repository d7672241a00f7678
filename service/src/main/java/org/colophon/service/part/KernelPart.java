package org.colophon.service.part;

import static java.lang.String.format;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.feed.ArchiveStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.state.KernelState;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.metrics.ServiceMetrics;

/** State, metrics and problems of the kernel with its journal, archive and adapters. */
public record KernelPart(Kernel kernel, long journalBudgetBytes, CorruptionLog corruption)
    implements ServicePart {
  @Override
  public Duration period() {
    return Duration.ofSeconds(1);
  }

  @Override
  public void tick() {
    corruption.check("", kernel.status().adapters());
  }

  @Override
  public Map<String, Object> status() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("feedReaders", kernel.feeds().readers());
    kernel.feeds().archiveStatus().ifPresent(each -> fields.put("archive", each));
    return fields;
  }

  @Override
  public List<String> warnings() {
    List<String> all = new ArrayList<>(kernel.losses());
    kernel.status().adapters().stream()
        .filter(each -> each.state() == AdapterState.FAILED)
        .forEach(each -> all.add("adapter " + each.name() + " failed; status gives the reason"));
    kernel
        .feeds()
        .archiveStatus()
        .filter(each -> !each.failure().isEmpty())
        .ifPresent(each -> all.add("nothing is archived: " + each.failure()));
    kernel.unendedRecordings().forEach(each -> all.add(each.text(ZoneId.systemDefault())));
    return all;
  }

  @Override
  public void describe(BiConsumer<String, String> lines) {
    KernelStatus now = kernel.status();
    String failure = now.failure().isEmpty() ? "" : ": " + now.failure();
    lines.accept("kernel", AnswerJson.word(now.state()) + failure);
    lines.accept(
        "operations",
        format(
            Locale.ROOT,
            "%,d reported = %,d filtered + %,d refused + %,d dropped + %,d accepted",
            now.reported(),
            now.filtered(),
            now.refused(),
            now.dropped(),
            now.accepted()));
    lines.accept(
        "",
        format(
            Locale.ROOT,
            "%,d accepted = %,d queued + %,d failed + %,d suppressed + %,d journaled",
            now.accepted(),
            now.queued(),
            now.failed(),
            now.suppressed(),
            now.journaled()));
    lines.accept("last LSN", now.lastLsn() + ", on disk up to " + now.durableLsn());
    lines.accept("journal", format(Locale.ROOT, "%,d bytes", now.journalBytes()));
    kernel
        .feeds()
        .readers()
        .forEach((name, lsn) -> lines.accept("feed", name + " has everything up to LSN " + lsn));
    kernel
        .feeds()
        .archiveStatus()
        .ifPresent(
            each -> lines.accept("archive", each.directory() + ", up to LSN " + each.lastLsn()));
    now.adapters().forEach(each -> lines.accept("adapter", text(each)));
  }

  private static String text(AdapterStatus adapter) {
    return format(
        Locale.ROOT,
        "%s %s, %,d stored%s, %,d behind%s",
        adapter.name(),
        AnswerJson.word(adapter.state()),
        adapter.storedOperations(),
        adapter.lostOperations() == 0
            ? ""
            : format(Locale.ROOT, ", %,d lost", adapter.lostOperations()),
        adapter.lagOperations(),
        adapter.failure().isEmpty() ? "" : ": " + adapter.failure());
  }

  @Override
  public void register(ServiceMetrics metrics) {
    registerCounters(metrics);
    registerGauges(metrics);
    registerAdapters(metrics);
    registerArchive(metrics);
    int losses = kernel.losses().size();
    metrics.gauge(
        "colophon_journal_losses",
        "Findings about lost acknowledged data when the store was opened",
        () -> losses);
    metrics.gauge(
        "colophon_journal_budget_bytes", "Disk budget of the journal", () -> journalBudgetBytes);
  }

  private void registerCounters(ServiceMetrics metrics) {
    String prefix = "colophon_operations_";
    metrics.counter(
        prefix + "reported", "Operations that reporters reported", value(KernelStatus::reported));
    metrics.counter(
        prefix + "filtered",
        "Operations that capture filters left out",
        value(KernelStatus::filtered));
    metrics.counter(
        prefix + "refused",
        "Input that could not become an operation",
        value(KernelStatus::refused));
    metrics.counter(
        prefix + "dropped", "Operations dropped under overload", value(KernelStatus::dropped));
    metrics.counter(prefix + "accepted", "Operations accepted", value(KernelStatus::accepted));
    metrics.counter(
        prefix + "failed",
        "Operations a failed kernel did not handle",
        value(KernelStatus::failed));
    metrics.counter(
        prefix + "suppressed",
        "Operations implied by stored ones",
        value(KernelStatus::suppressed));
    metrics.counter(
        prefix + "journaled", "Operations written to the journal", value(KernelStatus::journaled));
  }

  private void registerGauges(ServiceMetrics metrics) {
    String prefix = "colophon_";
    metrics.gauge(
        prefix + "queued_operations", "Operations in the ring", value(KernelStatus::queued));
    metrics.gauge(
        prefix + "open_intervals",
        "Access intervals not ended",
        value(KernelStatus::openIntervals));
    metrics.gauge(prefix + "last_lsn", "LSN of the last operation", value(KernelStatus::lastLsn));
    metrics.gauge(
        prefix + "durable_lsn", "LSN up to which all is on disk", value(KernelStatus::durableLsn));
    metrics.gauge(
        prefix + "journal_bytes", "Size of the journal on disk", value(KernelStatus::journalBytes));
    metrics.gauge(prefix + "names", "Nodes of names in memory", value(KernelStatus::names));
    metrics.gauge(prefix + "identities", "Identities in memory", value(KernelStatus::identities));
    metrics.gauge(
        prefix + "kernel_running",
        "1 while the kernel records",
        value(now -> now.state() == KernelState.RUNNING ? 1 : 0));
  }

  private DoubleSupplier value(ToDoubleFunction<KernelStatus> value) {
    return () -> value.applyAsDouble(kernel.status());
  }

  private void registerAdapters(ServiceMetrics metrics) {
    String prefix = "colophon_adapter_";
    metrics.counter(
        prefix + "stored_operations",
        "Operations received",
        adapters(AdapterStatus::storedOperations),
        "adapter");
    metrics.counter(
        prefix + "lost_operations",
        "Operations that the adapter cannot receive",
        adapters(AdapterStatus::lostOperations),
        "adapter");
    metrics.counter(
        prefix + "retries", "Batches appended again", adapters(AdapterStatus::retries), "adapter");
    metrics.gauge(
        prefix + "lag_operations",
        "Journaled operations that the adapter has not received",
        adapters(AdapterStatus::lagOperations),
        "adapter");
    metrics.gauge(
        prefix + "held_lsn",
        "LSN up to which the adapter is durable",
        adapters(AdapterStatus::heldLsn),
        "adapter");
    metrics.gauge(
        prefix + "filled_records",
        "Records fed during the fill",
        adapters(AdapterStatus::filledRecords),
        "adapter");
    metrics.gauge(
        prefix + "records_to_fill",
        "Records to fill found so far",
        adapters(AdapterStatus::recordsToFill),
        "adapter");
    metrics.gauge(
        prefix + "failed",
        "1 if the adapter failed",
        adapters(each -> each.state() == AdapterState.FAILED ? 1 : 0),
        "adapter");
  }

  private ServiceMetrics.Source adapters(ToDoubleFunction<AdapterStatus> value) {
    return values ->
        kernel
            .status()
            .adapters()
            .forEach(each -> values.add(value.applyAsDouble(each), each.name()));
  }

  private void registerArchive(ServiceMetrics metrics) {
    if (kernel.feeds().archiveStatus().isEmpty()) {
      return;
    }
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
