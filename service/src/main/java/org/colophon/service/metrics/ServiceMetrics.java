package org.colophon.service.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.KernelState;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.service.http.RequestObserver;
import org.colophon.service.reporter.ReporterState;
import org.colophon.service.reporter.ReporterStatus;

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

  public ServiceMetrics(
      Supplier<KernelStatus> status,
      Supplier<List<ReporterStatus>> reporters,
      Supplier<Integer> tails) {
    this.status = status;
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

  /** Writes everything as it is now. */
  public void write(OutputStream out) throws IOException {
    PrometheusTextFormatWriter.create().write(out, registry.scrape());
  }
}
