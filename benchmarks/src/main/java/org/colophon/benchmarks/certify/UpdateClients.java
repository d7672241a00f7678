// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.certify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.benchmarks.result.Figures;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Clients that send updates to a service, each on a connection of its own, and wait until each is
 * durable and signed. One more connection requests the signed position for all of them.
 */
final class UpdateClients implements AutoCloseable {
  private static final Pattern SIGNED =
      Pattern.compile("^colophon_certified_lsn(?:\\{[^}]*})? (\\S+)$", Pattern.MULTILINE);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final ServiceConnection.Builder service;
  private final Semaphore inFlight;
  private final ServiceRequest update;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile long signedLsn;

  /** Times of an update in milliseconds. */
  private record Times(double durable, double signed) {}

  /**
   * Prepares clients.
   *
   * @param atOnce maximum number of updates that are not signed yet
   */
  UpdateClients(ServiceConnection.Builder service, int bytes, int atOnce) {
    this.service = service;
    this.inFlight = new Semaphore(atOnce);
    String line =
        "{\"op\":\"extended\",\"type\":\"bench/update\",\"path\":\"/bench/updates\",\"data\":\"%s\"}\n"
            .formatted("x".repeat(bytes));
    update =
        ServiceRequest.post("/v1/operations")
            .body("application/x-ndjson", line.getBytes(StandardCharsets.US_ASCII))
            .build();
  }

  /** Sends updates by some clients. Returns their number, rate and times. */
  Figures run(int clients, int updatesEach) throws Exception {
    long begin = System.nanoTime();
    Future<?> watch = threads.submit(this::watchSigned);
    List<Future<List<Times>>> running = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      running.add(threads.submit(() -> updates(updatesEach, watch)));
    }
    ListStatistics durable = new ListStatistics();
    ListStatistics signed = new ListStatistics();
    for (Future<List<Times>> client : running) {
      for (Times each : client.get()) {
        durable.addValue(each.durable());
        signed.addValue(each.signed());
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    return Figures.of("updates", signed.getN())
        .and("updates/s", signed.getN() / seconds)
        .and("durable ms", durable.getPercentile(50))
        .and("signed ms", signed.getPercentile(50))
        .and("signed, 95 % ms", signed.getPercentile(95));
  }

  private List<Times> updates(int count, Future<?> watch) throws Exception {
    List<Times> times = new ArrayList<>();
    try (ServiceConnection connection = service.build()) {
      for (int i = 0; i < count; i++) {
        inFlight.acquire();
        try {
          times.add(update(connection, watch));
        } finally {
          inFlight.release();
        }
      }
    }
    return times;
  }

  private Times update(ServiceConnection connection, Future<?> watch) throws Exception {
    long begin = System.nanoTime();
    long lsn = acknowledgedLsn(text(connection, update));
    long durable = System.nanoTime();
    while (signedLsn < lsn) {
      if (watch.isDone()) {
        watch.get();
      }
      if (System.nanoTime() - begin > LIMIT_NANOS) {
        throw ErrorCode.IO_FAILED.exception("LSN " + lsn + " was not signed within two minutes");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return new Times((durable - begin) / 1e6, (System.nanoTime() - begin) / 1e6);
  }

  /** Returns the LSN of an answer to one accepted operation. */
  static long acknowledgedLsn(String answer) throws IOException {
    JsonNode json = MAPPER.readTree(answer);
    if (json.path("accepted").asInt() != 1 || json.path("refused").asInt() != 0) {
      throw ErrorCode.BAD_INPUT.exception("the service did not accept the update: " + answer);
    }
    return json.required("lastLsn").asLong();
  }

  private void watchSigned() {
    try (ServiceConnection connection = service.build()) {
      while (!threads.isShutdown()) {
        String text = text(connection, ServiceRequest.get("/metrics").build());
        Matcher signed = SIGNED.matcher(text);
        if (!signed.find()) {
          throw ErrorCode.BAD_INPUT.exception("the service does not certify");
        }
        signedLsn = (long) Double.parseDouble(signed.group(1));
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private static String text(ServiceConnection connection, ServiceRequest request) {
    try (ServiceResponse response = connection.exchange(request)) {
      return response.text();
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      throw ColophonException.interrupted("waiting for clients to end", e);
    }
  }
}
