// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.recovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.service.config.ServiceConfig;

/**
 * Measures the restart of a service. The launcher starts {@code colophon serve}. The service is
 * killed after it accepted an operation, while its adapter still lags far behind, and started
 * again. The time includes the launcher and the start of the JVM.
 */
final class ServiceRestart {
  private static final String LINE =
      """
      {"op":"process","id":"after","pid":1,"executable":"/bin/true"}
      """;
  private static final ServiceRequest OPERATION =
      ServiceRequest.post("/v1/operations")
          .body("application/x-ndjson", LINE.getBytes(StandardCharsets.UTF_8))
          .build();
  private static final long TIMEOUT_NANOS = 120_000_000_000L;

  private ServiceRestart() {}

  /** Starts the service of a store twice, kills it each time, and deletes the store. */
  static Figures measure(Path store) throws Exception {
    try {
      Figures figures = new Figures();
      serve(store, false, figures);
      serve(store, true, figures);
      return figures;
    } finally {
      Directories.delete(store);
    }
  }

  /**
   * Measures the time until the first operation is acknowledged, and until queries see all
   * operations.
   */
  private static void serve(Path store, boolean isAwaited, Figures figures)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(Checkout.launcher().toString(), "serve", "--store", store.toString());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    long begin = System.nanoTime();
    Process process = builder.start();
    try (ServiceConnection connection =
        ServiceConnection.at(ServiceConfig.defaultSocket(store)).build()) {
      await(process, connection, OPERATION);
      figures.put("restart to first acknowledgement s", (System.nanoTime() - begin) / 1e9);
      if (isAwaited) {
        await(process, connection, ServiceRequest.get("/readyz").build());
        figures.put("restart to caught up s", (System.nanoTime() - begin) / 1e9);
      }
    } finally {
      process.destroyForcibly().waitFor(); // SIGKILL
    }
  }

  /**
   * Repeats a request until it succeeds. Before that, the service does not listen or answers 503.
   */
  private static void await(Process process, ServiceConnection connection, ServiceRequest request)
      throws InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      try (ServiceResponse response = connection.exchange(request)) {
        response.text();
        return;
      } catch (ColophonException e) {
        if (!process.isAlive() || System.nanoTime() - begin > TIMEOUT_NANOS) {
          throw e;
        }
        Thread.sleep(2); // short, since the first success is measured
      }
    }
  }
}
