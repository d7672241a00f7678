package org.colophon.core.adapters;

import java.util.Map;

/**
 * A durable adapter that a store has, whether it is run just now or rests.
 *
 * @param name its name in the store, and of its folder there
 * @param engine the name of its {@link org.colophon.core.spi.storage.StorageAdapterFactory}
 * @param options what it was run with last
 * @param heldLsn up to where it is durable, as noted last; it may hold more
 */
public record AttachedAdapter(
    String name, String engine, Map<String, String> options, long heldLsn) {
  public AttachedAdapter {
    options = Map.copyOf(options);
  }
}
