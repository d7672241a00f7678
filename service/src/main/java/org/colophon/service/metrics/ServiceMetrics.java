package org.colophon.service.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.feed.ArchiveStatus;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.state.KernelState;
import org.colophon.history.copy.HistoryCopy;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.http.RequestObserver;
import org.colophon.service.reporter.ReporterStatus;
import org.colophon.service.reporter.RunState;
import org.colophon.service.retention.RetentionState;
import org.colophon.service.source.SourceCounters;
import org.colophon.service.source.Sources;

/**
 * Metrics of the kernel, adapters, reporters and requests. Values are read at each scrape. Any
 * thread.
 */
public final class ServiceMetrics implements RequestObserver {
  /** Media type of {@link #write}. */
  public static final String MEDIA_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double[] SECONDS = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Supplier<KernelStatus> status;
  private final Histogram requests;
  private final CorruptionLog corruption;

  public ServiceMetrics(
      Supplier<KernelStatus> status,
      Supplier<List<ReporterStatus>> reporters,
      Supplier<Integer> tails,
      Sources sources,
      CorruptionLog corruption) {
    this.status = status;
    this.corruption = corruption;
    this.requests =
        Histogram.builder()
            .name("colophon_http_request_duration_seconds")
            .help("Duration of requests, from their first byte to the answer's last")
            .labelNames("method", "route", "status")
            .classicOnly()
            .classicUpperBounds(SECONDS)
            .register(registry);
    pipeline();
    adapters();
    reporters(reporters);
    gauge("colophon_tails", "Live tails open", tails::get);
    gauge("colophon_sources", "Sources of numbered lines", sources::size);
    sources(sources.counters());
    counter("colophon_corruption", "Times that stored data was found damaged", corruption::count);
  }

  /** Adds metrics of the process, the JVM, the build and the disk. */
  public void host(Path store, long journalBudgetBytes) {
    JvmMetrics.builder().register(registry);
    String version = ServiceMetrics.class.getPackage().getImplementationVersion();
    Info.builder()
        .name("colophon_build_info")
        .help("Version of Colophon and of the JDK that runs it")
        .labelNames("version", "java_version")
        .register(registry)
        .setLabelValues(
            version == null ? "unknown" : version, System.getProperty("java.version", "unknown"));
    gauge(
        "colophon_store_disk_free_bytes",
        "Bytes that the service may still write to the store's disk",
        () -> freeBytes(store));
    gauge("colophon_journal_budget_bytes", "Disk budget of the journal", () -> journalBudgetBytes);
  }

  private static double freeBytes(Path store) {
    try {
      return (double) Files.getFileStore(store).getUsableSpace();
    } catch (IOException e) {
      return 0; // the store is missing; /healthz reports this
    }
  }

  /** Adds the number of findings about lost data when the store was opened. */
  public void losses(int count) {
    gauge(
        "colophon_journal_losses",
        "Findings about lost acknowledged data when the store was opened",
        () -> count);
  }

  /** Adds the metrics of a copy of a history. */
  public void add(HistoryCopy copy) {
    copy.measures().forEach(each -> gauge(each.name(), each.help(), each.value()));
  }

  /** Adds metrics of the archive. */
  public void archive(Supplier<ArchiveStatus> state) {
    gauge("colophon_archive_lsn", "LSN up to which all is archived", () -> state.get().lastLsn());
    gauge(
        "colophon_archive_lost_lsns",
        "LSNs that the journal released before they were archived",
        () -> state.get().lostLsns());
    gauge(
        "colophon_archive_failed",
        "1 while nothing can be archived",
        () -> state.get().failure().isEmpty() ? 0 : 1);
  }

  /** Adds metrics of retention. */
  public void retention(Supplier<RetentionState> state) {
    String prefix = "colophon_retention_";
    counter(prefix + "runs", "Prunings that changed the store", () -> state.get().done());
    counter(prefix + "failures", "Prunings that failed", () -> state.get().failed());
    counter(
        prefix + "freed_bytes",
        "Bytes by which prunings shrank the store",
        () -> state.get().freedBytes());
    gauge(
        prefix + "running",
        "1 while a pruning is under way",
        () -> state.get().progress().isPresent() ? 1 : 0);
    gauge(
        prefix + "last_run_timestamp_seconds",
        "End of the last pruning, seconds since 1970; 0 before the first",
        () -> state.get().lastMillis() / 1e3);
  }

  private void counter(String name, String help, DoubleSupplier value) {
    counter(name, help, values -> values.add(value.getAsDouble()));
  }

  private void gauge(String name, String help, DoubleSupplier value) {
    gauge(name, help, values -> values.add(value.getAsDouble()));
  }

  /** Receives the values of a metric at a scrape. */
  private interface Values {
    void add(double value, String... labels);
  }

  private void counter(String name, String help, Consumer<Values> values, String... labels) {
    CounterWithCallback.builder()
        .name(name + "_total")
        .help(help)
        .labelNames(labels)
        .callback(callback -> values.accept(callback::call))
        .register(registry);
  }

  private void gauge(String name, String help, Consumer<Values> values, String... labels) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(callback -> values.accept(callback::call))
        .register(registry);
  }

  private void pipeline() {
    operations("reported", "Operations that reporters reported", KernelStatus::reported);
    operations("filtered", "Operations that capture filters left out", KernelStatus::filtered);
    operations("refused", "Input that could not become an operation", KernelStatus::refused);
    operations("dropped", "Operations dropped under overload", KernelStatus::dropped);
    operations("accepted", "Operations accepted", KernelStatus::accepted);
    operations("failed", "Operations a failed kernel did not handle", KernelStatus::failed);
    operations("suppressed", "Operations implied by stored ones", KernelStatus::suppressed);
    operations("journaled", "Operations written to the journal", KernelStatus::journaled);
    kernel("queued_operations", "Operations in the ring", KernelStatus::queued);
    kernel("open_intervals", "Access intervals not ended", KernelStatus::openIntervals);
    kernel("last_lsn", "LSN of the last operation", KernelStatus::lastLsn);
    kernel("durable_lsn", "LSN up to which all is on disk", KernelStatus::durableLsn);
    kernel("journal_bytes", "Size of the journal on disk", KernelStatus::journalBytes);
    kernel("names", "Nodes of names in memory", KernelStatus::names);
    kernel("identities", "Identities in memory", KernelStatus::identities);
    kernel(
        "kernel_running",
        "1 while the kernel records",
        now -> now.state() == KernelState.RUNNING ? 1 : 0);
  }

  private void operations(String name, String help, ToDoubleFunction<KernelStatus> value) {
    counter("colophon_operations_" + name, help, () -> value.applyAsDouble(status.get()));
  }

  private void kernel(String name, String help, ToDoubleFunction<KernelStatus> value) {
    gauge("colophon_" + name, help, () -> value.applyAsDouble(status.get()));
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
  }

  private void adapterCounter(String name, String help, ToDoubleFunction<AdapterStatus> value) {
    counter("colophon_adapter_" + name, help, values -> addAdapters(value, values), "adapter");
  }

  private void adapter(String name, String help, ToDoubleFunction<AdapterStatus> value) {
    gauge("colophon_adapter_" + name, help, values -> addAdapters(value, values), "adapter");
  }

  private void addAdapters(ToDoubleFunction<AdapterStatus> value, Values values) {
    status.get().adapters().forEach(each -> values.add(value.applyAsDouble(each), each.name()));
  }

  private void reporters(Supplier<List<ReporterStatus>> all) {
    reporter("operations", "Operations accepted from it", all, ReporterStatus::operations);
    reporter("refused", "Rejected input", all, ReporterStatus::refused);
    gauge(
        "colophon_reporter_counters",
        "Counters of the reporters themselves",
        values -> all.get().forEach(reporter -> addCounters(reporter, values)),
        "id",
        "reporter",
        "counter");
    gauge(
        "colophon_reporters",
        "Reporters in each state",
        values -> {
          List<RunState> states = all.get().stream().map(ReporterStatus::state).toList();
          for (RunState state : RunState.values()) {
            values.add(Collections.frequency(states, state), AnswerJson.word(state));
          }
        },
        "state");
  }

  private static void addCounters(ReporterStatus reporter, Values values) {
    reporter
        .counters()
        .forEach((name, value) -> values.add(value, reporter.id(), reporter.name(), name));
  }

  private void reporter(
      String name,
      String help,
      Supplier<List<ReporterStatus>> all,
      ToDoubleFunction<ReporterStatus> value) {
    counter(
        "colophon_reporter_" + name,
        help,
        values ->
            all.get()
                .forEach(each -> values.add(value.applyAsDouble(each), each.id(), each.name())),
        "id",
        "reporter");
  }

  private void sources(SourceCounters counters) {
    String prefix = "colophon_source_";
    counter(prefix + "batches", "Requests with numbered lines", counters.batches::sum);
    counter(prefix + "lines_accepted", "Lines that became operations", counters.accepted::sum);
    counter(prefix + "lines_repeated", "Lines sent again", counters.repeated::sum);
    counter(prefix + "lines_refused", "Bad lines", counters.refused::sum);
    counter(prefix + "taken_over", "Requests replaced by another", counters.takenOver::sum);
    counter(prefix + "out_of_order", "Requests with a wrong first line", counters.outOfOrder::sum);
  }

  @Override
  public void answered(String method, String route, int statusCode, long nanos) {
    String known = route.equals("none") ? "none" : method; // callers may invent methods
    requests.labelValues(known, route, Integer.toString(statusCode)).observe(nanos / 1e9);
  }

  /** Counts failures from damaged data. */
  @Override
  public void failed(String method, String route, ColophonException failure) {
    corruption.check(method + " " + route, failure);
  }

  public void write(OutputStream out) throws IOException {
    PrometheusTextFormatWriter.create().write(out, registry.scrape());
  }
}
