package org.colophon.core.spi.storage;

import java.nio.file.Path;
import java.util.Map;

/**
 * Directory and options of an adapter.
 *
 * @param directory a directory of the adapter's own; created 0700 if absent. Ignored by adapters
 *     without files
 * @param options the adapter's own options by name; an adapter rejects unknown ones
 */
public record StorageConfig(Path directory, Map<String, String> options) {
  public StorageConfig {
    options = Map.copyOf(options);
  }

  /** Returns a configuration with a directory and default options. */
  public static StorageConfig at(Path directory) {
    return new StorageConfig(directory, Map.of());
  }
}
