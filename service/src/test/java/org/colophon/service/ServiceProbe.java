// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Sends requests to services that copy histories. */
final class ServiceProbe {
  private ServiceProbe() {}

  static Caller to(Service service) {
    return Caller.of(service.config().socket());
  }

  /** Copies a directory, as {@code cp -r} does. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  static JsonNode status(Service service) {
    try {
      return to(service).get("/v1/status").json();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<String> warnings(Service service) {
    List<String> all = new ArrayList<>();
    status(service).path("warnings").forEach(each -> all.add(each.asText()));
    return all;
  }

  static boolean warns(Service service, String text) {
    return warnings(service).stream().anyMatch(each -> each.contains(text));
  }

  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Reports a process that reads {@code /in} and writes {@code /out} with a number. */
  static void reportRun(Service service, int number) throws IOException {
    String lines =
        """
        {"op":"process","id":"p%1$d","executable":"/bin/make"}
        {"op":"read","process":"p%1$d","path":"/in"}
        {"op":"write","process":"p%1$d","path":"/out%1$d"}
        {"op":"exit","process":"p%1$d"}
        """
            .formatted(number);
    Caller.Reply reply = to(service).post("/v1/operations", lines);
    assertThat(reply.json().path("refused").asInt(-1)).as(reply.text()).isZero();
  }

  /** Returns the descendants of {@code /in}. */
  static String runs(Service service, String host) throws IOException {
    Caller.Reply reply =
        to(service).get("/v1/lineage?direction=descendants&target=/in&all=true" + host);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.text();
  }
}
