package org.colophon.service.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Metrics of the process, the JVM, the build and the store's disk. */
final class HostMetrics {
  private HostMetrics() {}

  static void register(PrometheusRegistry registry, Path store) {
    JvmMetrics.builder().register(registry);
    String version = HostMetrics.class.getPackage().getImplementationVersion();
    Info.builder()
        .name("colophon_build_info")
        .help("Version of Colophon and of the JDK that runs it")
        .labelNames("version", "java_version")
        .register(registry)
        .setLabelValues(
            version == null ? "unknown" : version, System.getProperty("java.version", "unknown"));
    GaugeWithCallback.builder()
        .name("colophon_store_disk_free_bytes")
        .help("Bytes that the service may still write to the store's disk")
        .callback(callback -> reportFree(store, callback))
        .register(registry);
  }

  private static void reportFree(Path store, GaugeWithCallback.Callback callback) {
    try {
      callback.call((double) Files.getFileStore(store).getUsableSpace());
    } catch (IOException e) {
      callback.call(0); // the store is missing, which /healthz reports
    }
  }
}
