// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.part;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.colophon.service.http.Route;
import org.colophon.service.metrics.ServiceMetrics;

/**
 * A part of a service, such as its reporters or its retention. The service starts its parts in
 * order and stops them in reverse order. A part implements the methods that concern it. One thread
 * starts, stops and ticks all parts; any thread may call the other methods.
 */
public interface ServicePart {
  /** Returns the HTTP routes of this part. Called once. */
  default List<Route> routes() {
    return List.of();
  }

  /** Adds the metrics of this part. Called once, before the start. */
  default void register(ServiceMetrics metrics) {}

  /**
   * Starts the part.
   *
   * @throws org.colophon.core.error.ColophonException if the service cannot start
   */
  default void start() {}

  /**
   * Stops the part. Also called if an earlier part could not stop.
   *
   * @param millis time that is left until the service has to end, at least 1
   */
  default void stop(long millis) {}

  /** Returns the time between two calls of {@link #tick}; zero for none. */
  default Duration period() {
    return Duration.ZERO;
  }

  /** Does periodic work on the service's clock thread, which must not wait. */
  default void tick() {}

  /** Returns fields of {@code /v1/status}, by name. */
  default Map<String, Object> status() {
    return Map.of();
  }

  /** Passes the lines of the status for the terminal, each as a label and a text. */
  default void describe(BiConsumer<String, String> lines) {}

  /** Returns the current problems, a sentence each, without waiting. */
  default List<String> warnings() {
    return List.of();
  }

  /** Returns a part that only runs a task periodically. */
  static ServicePart every(Duration period, Runnable task) {
    return new ServicePart() {
      @Override
      public Duration period() {
        return period;
      }

      @Override
      public void tick() {
        task.run();
      }
    };
  }
}
