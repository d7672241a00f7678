// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/** Endpoints that list prepared transactions and decide them. */
public record TransactionEndpoints(Kernel kernel) {
  public List<Route> routes() {
    return List.of(
        Route.of("GET", "/v1/transactions", List.of(), this::list),
        decision(TransactionStep.COMMIT),
        decision(TransactionStep.ABORT),
        decision(TransactionStep.ABANDON));
  }

  private Route decision(TransactionStep step) {
    String path = "/v1/transactions/{id}/" + step.name().toLowerCase(Locale.ROOT);
    return Route.of("POST", path, List.of(), exchange -> decide(exchange, step));
  }

  private record ShownTransaction(
      String id, String reporter, String prepared, long ageSeconds, int operations) {
    static ShownTransaction of(PreparedTransaction each) {
      return new ShownTransaction(
          each.id(),
          each.reporter(),
          Instant.ofEpochMilli(each.preparedMillis()).toString(),
          each.ageMillis(System.currentTimeMillis()) / 1000,
          each.operations());
    }
  }

  private void list(Exchange exchange) throws IOException {
    List<ShownTransaction> all = kernel.transactions().stream().map(ShownTransaction::of).toList();
    exchange.found(!all.isEmpty());
    exchange.json(200, all);
  }

  private record DecidedTransaction(String id, TransactionStep decision) {}

  private void decide(Exchange exchange, TransactionStep step) throws IOException {
    String id = exchange.pathPart("id");
    exchange.control("transaction", Map.of("id", id, "decision", step.name()));
    kernel.decide(step, id);
    exchange.json(200, new DecidedTransaction(id, step));
  }
}
