// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.nio.file.Path;
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
    return KernelConfig.builder(store)
        .adapter(AdapterConfig.of(new PluginLoader<>(StorageAdapterFactory.class).get(ROCKSDB)));
  }

  /** Opens a store with the adapter. */
  public static Kernel open(Path store) {
    return Kernel.open(rocksDb(store).build());
  }
}
