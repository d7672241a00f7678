// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.threads.BackgroundThreads;

/**
 * Directory and options of an adapter.
 *
 * @param directory a directory of the adapter's own; created 0700 if absent. Ignored by adapters
 *     without files
 * @param options the adapter's own options by name; an adapter rejects unknown ones
 * @param backgroundThreads the kernel's background threads
 */
public record StorageConfig(
    Path directory, Map<String, String> options, BackgroundThreads backgroundThreads) {
  public StorageConfig {
    options = Map.copyOf(options);
  }

  /** Creates a configuration for use without a kernel. */
  public StorageConfig(Path directory, Map<String, String> options) {
    this(directory, options, new BackgroundThreads());
  }

  /** Returns a configuration with a directory and default options. */
  public static StorageConfig at(Path directory) {
    return new StorageConfig(directory, Map.of());
  }
}
