// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.cli.config.Store;
import org.colophon.cli.served.ServedAdapter;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.spi.storage.LineageReader;

/**
 * State of an adapter of a store.
 *
 * @param state {@code primary} or {@code resting}; in a service, the state that the service reports
 * @param behind upper bound of the number of operations that it lacks, because suppressed
 *     operations have LSNs too
 */
public record AdapterLine(
    String name,
    String engine,
    String state,
    long heldLsn,
    long behind,
    long diskBytes,
    Map<String, String> options) {
  static List<AdapterLine> of(Store store) {
    String primary = store.primary().name();
    long lastLsn;
    try (LineageReader reader = store.openReader()) {
      lastLsn = reader.visibleLsn();
    }
    List<AdapterLine> lines = new ArrayList<>();
    for (AttachedAdapter each : store.attached()) {
      boolean isPrimary = each.name().equals(primary);
      lines.add(
          isPrimary ? line(store, each, "primary", lastLsn, 0) : resting(store, each, lastLsn));
    }
    return lines;
  }

  static List<AdapterLine> of(Store store, List<ServedAdapter> served) {
    List<AdapterLine> lines = new ArrayList<>();
    long lastLsn = 0;
    for (ServedAdapter each : served) {
      lines.add(running(store, each));
      lastLsn = Math.max(lastLsn, each.json().path("status").path("appendedLsn").asLong());
    }
    for (AttachedAdapter each : store.attached()) {
      if (served.stream().noneMatch(other -> other.name().equals(each.name()))) {
        lines.add(resting(store, each, lastLsn));
      }
    }
    return lines;
  }

  private static AdapterLine running(Store store, ServedAdapter adapter) {
    JsonNode status = adapter.json().path("status");
    Map<String, String> options = new LinkedHashMap<>();
    Optional<AttachedAdapter> known = store.find(adapter.name());
    known.ifPresent(each -> options.putAll(each.options()));
    adapter
        .json()
        .path("options")
        .properties()
        .forEach(each -> options.put(each.getKey(), each.getValue().asText()));
    return new AdapterLine(
        adapter.name(),
        adapter.engine(),
        status.path("state").asText("unknown"),
        status.path("heldLsn").asLong(),
        status.path("lag").asLong(),
        store.bytes(adapter.name()),
        options);
  }

  private static AdapterLine resting(Store store, AttachedAdapter adapter, long lastLsn) {
    long behind = Math.max(0, lastLsn - adapter.heldLsn());
    return line(store, adapter, "resting", adapter.heldLsn(), behind);
  }

  private static AdapterLine line(
      Store store, AttachedAdapter adapter, String state, long heldLsn, long behind) {
    return new AdapterLine(
        adapter.name(),
        adapter.engine(),
        state,
        heldLsn,
        behind,
        store.bytes(adapter.name()),
        adapter.options());
  }
}
