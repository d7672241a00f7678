// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/** Opens kernels with a RocksDB adapter. */
public final class Kernels {
  /** Name of the adapter. */
  public static final String ROCKSDB = "rocksdb";

  private Kernels() {}

  /** Returns a configuration of a store with the adapter. */
  public static KernelConfig.Builder rocksDb(Path store) {
    return rocksDb(store, Map.of());
  }

  /**
   * Returns a configuration of a store with the adapter.
   *
   * @param options options of the adapter
   */
  public static KernelConfig.Builder rocksDb(Path store, Map<String, String> options) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get(ROCKSDB);
    return KernelConfig.builder(store).adapter(new AdapterConfig(ROCKSDB, factory, options));
  }

  /** Opens a store with the adapter. */
  public static Kernel open(Path store) {
    return Kernel.open(rocksDb(store).build());
  }
}
