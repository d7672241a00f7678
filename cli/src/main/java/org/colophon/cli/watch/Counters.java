// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Counters of a service at an instant.
 *
 * @param json an event from the service's live tail
 * @param nanos time of arrival, see {@link System#nanoTime}
 */
public record Counters(JsonNode json, long nanos) {
  long get(String name) {
    return json.path(name).asLong();
  }

  double rate(@Nullable Counters earlier, String name) {
    return earlier == null ? 0 : rate(get(name) - earlier.get(name), earlier);
  }

  double rate(long grown, Counters earlier) {
    double seconds = (nanos - earlier.nanos) / 1e9;
    return seconds <= 0 ? 0 : Math.max(0, grown / seconds);
  }
}
