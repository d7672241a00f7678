// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.retention.RetentionScheduler;

/** Endpoints that show the state of retention and start a pruning run. */
public record RetentionEndpoints(RetentionScheduler retention) {
  public List<Route> routes() {
    return List.of(
        Route.of("GET", "/v1/retention", List.of(), this::show),
        Route.of("POST", "/v1/retention", List.of(), this::prune));
  }

  private void show(Exchange exchange) throws IOException {
    exchange.json(200, retention.state().json());
  }

  private record PruneBody(
      String age,
      String size,
      List<String> keepSnapshots,
      List<String> keepMatching,
      Double share,
      String adapter,
      boolean dryRun) {
    Map<String, String> details() {
      Map<String, String> details = new HashMap<>();
      details.put("age", age);
      details.put("size", size);
      details.put("adapter", adapter);
      details.put("dryRun", dryRun ? "true" : null);
      details.values().removeIf(Objects::isNull);
      return details;
    }

    /**
     * Returns the configuration with the request's age and size. If the request sets neither, uses
     * those of the configuration.
     */
    RetentionConfig merge(RetentionConfig configured) {
      RetentionConfig base = age == null && size == null ? configured : RetentionConfig.KEEP_ALL;
      return new RetentionConfig(
          age == null ? base.age() : Optional.of(ageTime()),
          size == null ? base.sizeBytes() : sizeBytes(),
          keepSnapshots == null ? base.keepSnapshots() : keepSnapshots,
          keepMatching == null ? base.keepMatching() : keepMatching,
          configured.every(),
          share == null ? configured.share() : share);
    }

    private Duration ageTime() {
      Duration time = Quantities.duration(age);
      if (time == null) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the field age is a duration such as 90d, not '" + age + "'");
      }
      return time;
    }

    private long sizeBytes() {
      long bytes = Quantities.size(size);
      if (bytes < 0) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the field size is a size such as 2GiB, not '" + size + "'");
      }
      return bytes;
    }
  }

  private void prune(Exchange exchange) throws IOException {
    PruneBody body = exchange.jsonBody(PruneBody.class);
    exchange.control("prune", body.details());
    retention.prune(body.merge(retention.config()), body.adapter(), body.dryRun());
    exchange.json(202, retention.state().json());
  }
}
