// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.UUID;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.RecoveryReport;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.history.follow.Following;
import org.colophon.history.index.IndexConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.jspecify.annotations.Nullable;

/** Opens the kernel of a service as configured, and logs its recovery. */
final class ServiceKernel {
  private static final Logger LOG = System.getLogger(Service.class.getName());

  /**
   * Heap bytes for each name. At 300 bytes per entry, three tables then use at most three eighths
   * of the heap.
   */
  private static final int HEAP_BYTES_A_NAME = 2400;

  private static final int MAX_NAMES = 500_000;

  private ServiceKernel() {}

  /**
   * Opens the kernel.
   *
   * @param seenStores see {@code KernelConfig}; null for no directory
   */
  static Kernel open(ServiceConfig config, @Nullable Path seenStores) {
    ReplicationConfig copies = config.replication();
    copies.index().ifPresent(each -> claimHost(config.store(), each));
    return open(
        config,
        seenStores,
        copies.follow().map(each -> Following.origin(each, config.store())).orElse(null));
  }

  /**
   * Assigns a new machine id to an indexer, since the indexer may copy the history of its own
   * machine.
   */
  private static void claimHost(Path store, IndexConfig index) {
    String id = UUID.randomUUID().toString().replace("-", "");
    StoreHost.claim(store, new StoreHost(id, index.name()));
  }

  /**
   * Opens the kernel of a store.
   *
   * @param origin the history that the store copies; null for none
   */
  static Kernel open(ServiceConfig config, @Nullable Path seenStores, @Nullable FeedOrigin origin) {
    Kernel kernel =
        Kernel.open(
            kernelConfig(config, seenStores)
                .following(origin)
                .archive(config.replication().archive().orElse(null))
                .certifiable(config.replication().certify().isPresent())
                .build());
    logRecovery(kernel);
    return kernel;
  }

  private static KernelConfig.Builder kernelConfig(
      ServiceConfig config, @Nullable Path seenStores) {
    PluginLoader<StorageAdapterFactory> plugins = new PluginLoader<>(StorageAdapterFactory.class);
    KernelConfig.Builder builder =
        KernelConfig.builder(config.store())
            .seenStores(seenStores)
            .journalBudgetBytes(config.journal().budgetBytes())
            .segmentBytes(config.journal().segmentBytes())
            .syncIntervalMillis(config.journal().syncInterval().toMillis())
            .maxNames(namesInMemory())
            .maxIdentities(namesInMemory());
    for (AdapterSpec spec : config.adapters()) {
      builder.adapter(
          new AdapterConfig(spec.name(), plugins.get(spec.engine()), spec.options(), spec.share()));
    }
    return builder;
  }

  private static int namesInMemory() {
    return (int) Math.min(MAX_NAMES, Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_NAME);
  }

  private static void logRecovery(Kernel kernel) {
    RecoveryReport found = kernel.recovery();
    if (found.frames() == 0 && kernel.losses().isEmpty()) {
      LOG.log(Level.INFO, "the store is new");
    } else if (found.clean()) {
      LOG.log(Level.INFO, "the store was closed properly, at LSN {0}", "" + found.lastLsn());
    } else {
      LOG.log(
          Level.WARNING,
          "the store was not closed properly: recovered {0} journal frames up to LSN {1}, cut off {2} torn bytes, skipped {3} damaged bytes",
          "" + found.frames(),
          "" + found.lastLsn(),
          "" + found.tornBytes(),
          "" + found.damagedBytes());
    }
  }
}
