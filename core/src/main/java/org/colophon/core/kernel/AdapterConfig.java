package org.colophon.core.kernel;

import java.util.Map;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/**
 * An adapter to run.
 *
 * @param name its name in this store, and of its folder there
 * @param options the engine's own
 */
public record AdapterConfig(
    String name, StorageAdapterFactory factory, Map<String, String> options) {
  public AdapterConfig {
    options = Map.copyOf(options);
  }

  /** An adapter under its engine's name with default options. */
  public static AdapterConfig of(StorageAdapterFactory factory) {
    return new AdapterConfig(factory.name(), factory, Map.of());
  }
}
