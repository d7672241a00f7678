package org.colophon.core.adapters;

import java.util.Map;

/**
 * A durable adapter that a store has, running or stopped.
 *
 * @param name its name in the store, and of its directory there.
 * @param engine the name of its {@link org.colophon.core.spi.storage.StorageAdapterFactory}.
 * @param options the options of its last run.
 * @param heldLsn the durable LSN that was saved last; the adapter may hold later records.
 */
public record AttachedAdapter(
    String name, String engine, Map<String, String> options, long heldLsn) {
  public AttachedAdapter {
    options = Map.copyOf(options);
  }
}
