package org.colophon.benchmarks.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.cluster.ReportedFiles;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.result.Medians;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the two ways to report to a service, and the latency of a single operation. For the
 * rates, 100 processes alternately read and write 1,000 files. All operations are stored. The
 * measured time ends when all are acknowledged.
 */
@Command(
    name = "service",
    mixinStandardHelpOptions = true,
    description = "Reporting to a service over its socket: rates, and the time of one operation.")
public final class ServiceBenchmark implements Runnable {
  static final StoreHost HOST = new StoreHost("a".repeat(32), "bench");

  private static final String WHAT = "what";
  private static final double NANOS_PER_MILLI = 1e6;

  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--operations",
      description = "Operations in each run (default: ${DEFAULT-VALUE}).")
  private int operations = 3_000_000;

  @Option(names = "--single", description = "Single operations (default: ${DEFAULT-VALUE}).")
  private int single = 2000;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  /** Runs a warm-up and then the rounds. Publishes the medians. */
  private void measure(Path directory) {
    List<Map<String, Object>> rates = new ArrayList<>();
    List<Map<String, Object>> times = new ArrayList<>();
    try (ServiceProcess service = ServiceProcess.recorder(directory.resolve("store"), HOST)) {
      for (int round = 0; round <= rounds; round++) {
        Map<String, Object> sources = rate("sources", reportNumbered(service, "round" + round));
        Map<String, Object> lines = rate("operations", reportAtOnce(service));
        Map<String, Object> one = times(reportSingly(service));
        if (round > 0) {
          rates.addAll(List.of(sources, lines));
          times.add(one);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Object> settings = Map.of("operations", operations, "rounds", rounds);
    options.publish("service-ingest", settings, Medians.rows(rates, WHAT), rates);
    options.publish(
        "service-latency", Map.of("operations", single), Medians.rows(times, WHAT), times);
  }

  /** Reports numbered lines with the Java client. Returns the time in nanoseconds. */
  private long reportNumbered(ServiceProcess service, String source) {
    long begin = System.nanoTime();
    try (RemoteSink sink = RemoteSink.to(service.connect(), source).keepAll(true).build()) {
      report(sink);
    }
    long nanos = System.nanoTime() - begin;
    String text =
        ReportedFiles.exchange(service, ServiceRequest.get("/v1/sources/" + source).build());
    long lines = (long) ReportedFiles.PROCESSES + ReportedFiles.FILES + operations;
    if (!text.contains("\"acknowledged\" : " + lines)) {
      throw ErrorCode.BAD_INPUT.exception("wanted " + lines + " acknowledged lines, got " + text);
    }
    return nanos;
  }

  private void report(OperationSink sink) {
    long[] processes = new long[ReportedFiles.PROCESSES];
    for (int i = 0; i < processes.length; i++) {
      processes[i] = sink.process(ProcessDeclaration.of(i, Bytes.of("/bin/tool"), 0), 0);
    }
    long[] files = new long[ReportedFiles.FILES];
    for (int i = 0; i < files.length; i++) {
      files[i] = sink.objectAt(Bytes.of("/lab/" + i), ObjectKind.FILE, 0);
    }
    for (int i = 0; i < operations; i++) {
      OperationKind kind = i % 3 != 0 ? OperationKind.READ : OperationKind.WRITE;
      long process = processes[i / 7 % processes.length];
      sink.access(kind, Phase.WHOLE, process, files[(int) (i * 13L % files.length)], i % 4096, 0);
    }
  }

  /** Streams all lines in one request. Returns the time in nanoseconds. */
  private long reportAtOnce(ServiceProcess service) {
    long begin = System.nanoTime();
    ReportedFiles.send(service, out -> ReportedFiles.accesses(operations, out));
    return System.nanoTime() - begin;
  }

  /**
   * Reports single operations one after another on an open connection. Returns the sorted times
   * until each is acknowledged.
   */
  private long[] reportSingly(ServiceProcess service) {
    byte[] line = "{\"op\":\"object\",\"kind\":\"other\"}\n".getBytes(StandardCharsets.UTF_8);
    ServiceRequest request =
        ServiceRequest.post("/v1/operations").body("application/x-ndjson", line).build();
    long[] times = new long[single];
    try (ServiceConnection connection = service.connect()) {
      for (int i = 0; i < single; i++) {
        long begin = System.nanoTime();
        try (ServiceResponse response = connection.exchange(request)) {
          response.text();
        }
        times[i] = System.nanoTime() - begin;
      }
    }
    Arrays.sort(times);
    return times;
  }

  private Map<String, Object> rate(String what, long nanos) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, what);
    run.put("operations", operations);
    run.put("acknowledged/s", operations * 1e9 / nanos);
    options.progress().accept(run.toString());
    return run;
  }

  private Map<String, Object> times(long[] sorted) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, "one operation");
    run.put("median ms", sorted[sorted.length / 2] / NANOS_PER_MILLI);
    run.put("95 % ms", sorted[sorted.length * 95 / 100] / NANOS_PER_MILLI);
    run.put("99 % ms", sorted[sorted.length * 99 / 100] / NANOS_PER_MILLI);
    run.put("longest ms", sorted[sorted.length - 1] / NANOS_PER_MILLI);
    options.progress().accept(run.toString());
    return run;
  }
}
