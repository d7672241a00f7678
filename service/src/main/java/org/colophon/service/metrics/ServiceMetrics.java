// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.service.http.RequestObserver;

/**
 * Metrics of requests, of the JVM and of the parts of a service. Values are read at each scrape.
 * Any thread.
 */
public final class ServiceMetrics implements RequestObserver {
  /** Media type of {@link #write}. */
  public static final String MEDIA_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double[] SECONDS = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60
  };

  /** Shared, because the library never forgets a registry with metrics of the JVM. */
  private static final PrometheusRegistry JVM = new PrometheusRegistry();

  static {
    JvmMetrics.builder().register(JVM);
  }

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final BiConsumer<String, ColophonException> failures;
  private final Histogram requests;

  /** Receives the values of a metric at a scrape, each with its labels. */
  @FunctionalInterface
  public interface Values {
    void add(double value, String... labels);
  }

  /** Passes the current values of a metric. Any thread. */
  @FunctionalInterface
  public interface Source {
    /** Passes the values. */
    void read(Values values);
  }

  /**
   * Creates metrics of requests, the JVM and the build.
   *
   * @param failures receives the place and the failure of each request that failed
   */
  public ServiceMetrics(BiConsumer<String, ColophonException> failures) {
    this.failures = failures;
    this.requests =
        Histogram.builder()
            .name("colophon_http_request_duration_seconds")
            .help("Duration of requests, from their first byte to the answer's last")
            .labelNames("method", "route", "status")
            .classicOnly()
            .classicUpperBounds(SECONDS)
            .register(registry);
    registry.register((MultiCollector) JVM::scrape);
    String version = ServiceMetrics.class.getPackage().getImplementationVersion();
    Info.builder()
        .name("colophon_build_info")
        .help("Version of Colophon and of the JDK that runs it")
        .labelNames("version", "java_version")
        .register(registry)
        .setLabelValues(
            version == null ? "unknown" : version, System.getProperty("java.version", "unknown"));
  }

  /** Adds a counter without labels. Its name gets the suffix {@code _total}. */
  public void counter(String name, String help, DoubleSupplier value) {
    counter(name, help, values -> values.add(value.getAsDouble()));
  }

  /** Adds a gauge without labels. */
  public void gauge(String name, String help, DoubleSupplier value) {
    gauge(name, help, values -> values.add(value.getAsDouble()));
  }

  /** Adds a counter with labels. Its name gets the suffix {@code _total}. */
  public void counter(String name, String help, Source source, String... labels) {
    CounterWithCallback.builder()
        .name(name + "_total")
        .help(help)
        .labelNames(labels)
        .callback(callback -> source.read(callback::call))
        .register(registry);
  }

  public void gauge(String name, String help, Source source, String... labels) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(callback -> source.read(callback::call))
        .register(registry);
  }

  @Override
  public void answered(String method, String route, int statusCode, long nanos) {
    String known = route.equals("none") ? "none" : method; // callers may invent methods
    requests.labelValues(known, route, Integer.toString(statusCode)).observe(nanos / 1e9);
  }

  @Override
  public void failed(String method, String route, ColophonException failure) {
    failures.accept(method + " " + route, failure);
  }

  public void write(OutputStream out) throws IOException {
    PrometheusTextFormatWriter.create().write(out, registry.scrape());
  }
}
