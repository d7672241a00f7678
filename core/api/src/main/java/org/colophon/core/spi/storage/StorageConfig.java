package org.colophon.core.spi.storage;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where an adapter keeps its files and how.
 *
 * @param directory a folder of the adapter's own; created 0700 if absent. Ignored by adapters that
 *     keep no files
 * @param options the adapter's own options by name; an adapter refuses those it does not know
 */
public record StorageConfig(Path directory, Map<String, String> options) {
  public StorageConfig {
    options = Map.copyOf(options);
  }

  /** A folder, and every option at its default. */
  public static StorageConfig at(Path directory) {
    return new StorageConfig(directory, Map.of());
  }
}
