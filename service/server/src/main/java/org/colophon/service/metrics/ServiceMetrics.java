package org.colophon.service.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.KernelState;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.http.RequestObserver;
import org.colophon.service.reporter.ReporterState;
import org.colophon.service.reporter.ReporterStatus;
import org.colophon.service.retention.RetentionState;
import org.colophon.service.source.SourceCounters;
import org.colophon.service.source.Sources;

/**
 * Every counter of the kernel, its adapters and reporters, read when somebody scrapes, and how long
 * requests took. Any thread.
 */
public final class ServiceMetrics implements RequestObserver {
  /** The media type of what {@link #write} writes. */
  public static final String MEDIA_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double[] SECONDS = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Supplier<KernelStatus> status;
  private final Histogram requests;
  private final CorruptionLog corruption;

  /**
   * @param corruption gets the failures of answers
   */
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
            .help("How long requests took, from their first byte to the answer's last")
            .labelNames("method", "route", "status")
            .classicOnly()
            .classicUpperBounds(SECONDS)
            .register(registry);
    pipeline();
    adapters();
    reporters(reporters);
    gauge("colophon_tails", "Live tails open", ignored -> tails.get());
    gauge("colophon_sources", "Sources of numbered lines", ignored -> sources.size());
    sources(sources.counters());
    CounterWithCallback.builder()
        .name("colophon_corruption_total")
        .help("Times that stored data was found damaged")
        .callback(callback -> callback.call((double) corruption.count()))
        .register(registry);
  }

  /** Adds the process, the JVM, the build, and the room that the store has. */
  public void host(Path store, long journalBudgetBytes) {
    HostMetrics.register(registry, store);
    gauge(
        "colophon_journal_budget_bytes",
        "Bytes that the journal may take on disk",
        ignored -> (double) journalBudgetBytes);
  }

  /** Adds the number of findings about lost data when the store was opened. */
  public void losses(int count) {
    gauge(
        "colophon_journal_losses",
        "Findings about lost acknowledged data when the store was opened",
        ignored -> (double) count);
  }

  /** Adds what retention did. */
  public void retention(Supplier<RetentionState> state) {
    retained("runs", "Prunings that changed the store", state, RetentionState::done);
    retained("failures", "Prunings that failed", state, RetentionState::failed);
    retained("freed_bytes", "What the store takes less on disk", state, RetentionState::freedBytes);
    gauge(
        "colophon_retention_running",
        "1 while a pruning is under way",
        ignored -> state.get().progress().isPresent() ? 1 : 0);
    gauge(
        "colophon_retention_last_run_timestamp_seconds",
        "When the last pruning ended, seconds since 1970; 0 before the first",
        ignored -> state.get().lastMillis() / 1e3);
  }

  private void retained(
      String name,
      String help,
      Supplier<RetentionState> state,
      ToDoubleFunction<RetentionState> value) {
    CounterWithCallback.builder()
        .name("colophon_retention_" + name + "_total")
        .help(help)
        .callback(callback -> callback.call(value.applyAsDouble(state.get())))
        .register(registry);
  }

  private void pipeline() {
    counter("reported", "Operations that reporters reported", KernelStatus::reported);
    counter("refused", "Input that could not become an operation", KernelStatus::refused);
    counter("dropped", "Operations dropped under overload", KernelStatus::dropped);
    counter("accepted", "Operations taken", KernelStatus::accepted);
    counter("failed", "Operations a failed kernel did not handle", KernelStatus::failed);
    counter("suppressed", "Operations that what is stored implies", KernelStatus::suppressed);
    counter("journaled", "Operations written to the journal", KernelStatus::journaled);
    gauge("colophon_queued_operations", "Operations in the ring", KernelStatus::queued);
    gauge("colophon_open_intervals", "Access intervals not ended", KernelStatus::openIntervals);
    gauge("colophon_last_lsn", "LSN of the last operation", KernelStatus::lastLsn);
    gauge("colophon_durable_lsn", "LSN up to which all is on disk", KernelStatus::durableLsn);
    gauge("colophon_journal_bytes", "What the journal takes on disk", KernelStatus::journalBytes);
    gauge("colophon_names", "Nodes of names in memory", KernelStatus::names);
    gauge("colophon_identities", "Identities in memory", KernelStatus::identities);
    gauge(
        "colophon_kernel_running",
        "1 while the kernel records",
        now -> now.state() == KernelState.RUNNING ? 1 : 0);
  }

  private void counter(String name, String help, ToDoubleFunction<KernelStatus> value) {
    CounterWithCallback.builder()
        .name("colophon_operations_" + name + "_total")
        .help(help)
        .callback(callback -> callback.call(value.applyAsDouble(status.get())))
        .register(registry);
  }

  private void gauge(String name, String help, ToDoubleFunction<KernelStatus> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.applyAsDouble(status.get())))
        .register(registry);
  }

  private void adapters() {
    adapterCounter("stored_operations", "Operations fed", AdapterStatus::storedOperations);
    adapterCounter("retries", "Batches given again", AdapterStatus::retries);
    adapter("lag_operations", "Operations journaled and not fed", AdapterStatus::lagOperations);
    adapter("held_lsn", "LSN up to which it is durable", AdapterStatus::heldLsn);
    adapter("filled_records", "Records it was filled with", AdapterStatus::filledRecords);
    adapter("records_to_fill", "Records to fill it with", AdapterStatus::recordsToFill);
    adapter("failed", "1 if it failed", each -> each.state() == AdapterState.FAILED ? 1 : 0);
  }

  private void adapterCounter(String name, String help, ToDoubleFunction<AdapterStatus> value) {
    CounterWithCallback.builder()
        .name("colophon_adapter_" + name + "_total")
        .help(help)
        .labelNames("adapter")
        .callback(
            callback ->
                status
                    .get()
                    .adapters()
                    .forEach(each -> callback.call(value.applyAsDouble(each), each.name())))
        .register(registry);
  }

  private void adapter(String name, String help, ToDoubleFunction<AdapterStatus> value) {
    GaugeWithCallback.builder()
        .name("colophon_adapter_" + name)
        .help(help)
        .labelNames("adapter")
        .callback(
            callback ->
                status
                    .get()
                    .adapters()
                    .forEach(each -> callback.call(value.applyAsDouble(each), each.name())))
        .register(registry);
  }

  private void reporters(Supplier<List<ReporterStatus>> all) {
    reporter("operations", "Operations taken from it", all, ReporterStatus::operations);
    reporter("refused", "Its input that became no operation", all, ReporterStatus::refused);
    GaugeWithCallback.builder()
        .name("colophon_reporter_counters")
        .help("What reporters count themselves")
        .labelNames("id", "reporter", "counter")
        .callback(callback -> all.get().forEach(each -> own(each, callback)))
        .register(registry);
    GaugeWithCallback.builder()
        .name("colophon_reporters")
        .help("Reporters in each state")
        .labelNames("state")
        .callback(
            callback -> {
              List<ReporterStatus> now = all.get();
              for (ReporterState state : ReporterState.values()) {
                long count = now.stream().filter(each -> each.state() == state).count();
                callback.call((double) count, state.name().toLowerCase(Locale.ROOT));
              }
            })
        .register(registry);
  }

  private static void own(ReporterStatus reporter, GaugeWithCallback.Callback callback) {
    reporter
        .counters()
        .forEach((name, value) -> callback.call(value, reporter.id(), reporter.name(), name));
  }

  private void sources(SourceCounters counters) {
    source("batches", "Requests with numbered lines", SourceCounters::batches, counters);
    source("lines_accepted", "Lines that became operations", SourceCounters::accepted, counters);
    source("lines_repeated", "Lines that came again", SourceCounters::repeated, counters);
    source("lines_refused", "Lines that are bad", SourceCounters::refused, counters);
    source("taken_over", "Requests replaced by another", SourceCounters::takenOver, counters);
    source("out_of_order", "Requests with other lines", SourceCounters::outOfOrder, counters);
  }

  private void source(
      String name, String help, ToDoubleFunction<SourceCounters> value, SourceCounters counters) {
    CounterWithCallback.builder()
        .name("colophon_source_" + name + "_total")
        .help(help)
        .callback(callback -> callback.call(value.applyAsDouble(counters)))
        .register(registry);
  }

  private void reporter(
      String name,
      String help,
      Supplier<List<ReporterStatus>> all,
      ToDoubleFunction<ReporterStatus> value) {
    CounterWithCallback.builder()
        .name("colophon_reporter_" + name + "_total")
        .help(help)
        .labelNames("id", "reporter")
        .callback(
            callback ->
                all.get()
                    .forEach(
                        each -> callback.call(value.applyAsDouble(each), each.id(), each.name())))
        .register(registry);
  }

  @Override
  public void answered(String method, String route, int statusCode, long nanos) {
    String known = route.equals("none") ? "none" : method; // callers may make up methods
    requests.labelValues(known, route, Integer.toString(statusCode)).observe(nanos / 1e9);
  }

  @Override
  public void failed(String method, String route, ColophonException failure) {
    corruption.check(method + " " + route, failure);
  }

  /** Writes everything as it is now. */
  public void write(OutputStream out) throws IOException {
    PrometheusTextFormatWriter.create().write(out, registry.scrape());
  }
}
