// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.colophon.benchmarks.cluster.ReportedFiles;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
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
import picocli.CommandLine.Option;

/**
 * Measures the two ways to report to a service, and the latency of a single operation. For the
 * rates, 100 processes alternately read and write 1,000 files. All operations are stored. The
 * measured time ends when all are acknowledged.
 */
@Command(
    name = "service",
    description = "Reporting to a service over its socket: rates, and the time of one operation.")
public final class ServiceScenario extends Scenario {
  static final StoreHost HOST = new StoreHost("a".repeat(32), "bench");

  private static final String WHAT = "what";

  @Option(names = "--operations", description = "Operations in each run.")
  private int operations = 3_000_000;

  @Option(names = "--single", description = "Single operations.")
  private int single = 2000;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private ServiceProcess service;

  @Override
  protected void prepare() throws IOException {
    service = owned(ServiceProcess.recorder(directory().resolve("store"), HOST));
  }

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("service-ingest")
            .setting("operations", operations)
            .setting("rounds", rounds)
            .rounds(rounds, 1)
            .subject(round -> rate("sources", reportNumbered("round" + (round + 1))))
            .subject(round -> rate("operations", reportAtOnce()))
            .medians(WHAT),
        Experiment.named("service-latency")
            .setting("operations", single)
            .rounds(rounds, 1)
            .subject(round -> reportSingly())
            .medians(WHAT));
  }

  private List<Figures> rate(String what, long nanos) {
    double rate = operations * 1e9 / nanos;
    return Figures.of(WHAT, what).and("operations", operations).and("acknowledged/s", rate).row();
  }

  /** Reports numbered lines with the Java client. Returns the time in nanoseconds. */
  private long reportNumbered(String source) {
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
  private long reportAtOnce() {
    long begin = System.nanoTime();
    ReportedFiles.send(service, operations);
    return System.nanoTime() - begin;
  }

  /**
   * Reports single operations one after another on an open connection. Returns percentiles of the
   * times until each is acknowledged.
   */
  private List<Figures> reportSingly() {
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
    return Figures.of(WHAT, "one operation")
        .and("median ms", times[times.length / 2] / 1e6)
        .and("95 % ms", times[times.length * 95 / 100] / 1e6)
        .and("99 % ms", times[times.length * 99 / 100] / 1e6)
        .and("longest ms", times[times.length - 1] / 1e6)
        .row();
  }
}
