// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.nio.file.Path;
import java.util.Set;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.threads.BackgroundThreads;

/** An adapter that a kernel feeds. */
public record RunningAdapter(AdapterConfig config, AdapterRunner runner) {
  /** Opens an adapter to run; closes it again if a later step of opening fails. */
  public static StorageAdapter open(
      AdapterConfig config, Path directory, BackgroundThreads threads) {
    return opened(config.factory().create(new StorageConfig(directory, config.options(), threads)));
  }

  /** Opens the replacement of an adapter in another directory. */
  static StorageAdapter openReplacement(
      AdapterConfig config, Path directory, Predecessor predecessor, BackgroundThreads threads) {
    StorageConfig its = new StorageConfig(directory, config.options(), threads);
    return opened(config.factory().createReplacement(its, predecessor));
  }

  private static StorageAdapter opened(StorageAdapter adapter) {
    try {
      adapter.open();
      return adapter;
    } catch (RuntimeException | Error e) {
      closeAfter(e, adapter);
      throw e;
    }
  }

  /** Closes an adapter after a failure; a failure of closing is added to it. */
  public static void closeAfter(Throwable failure, StorageAdapter adapter) {
    try {
      adapter.close();
    } catch (RuntimeException | Error e) {
      CloseSequence.join(failure, e);
    }
  }

  public String name() {
    return config.name();
  }

  private Set<StorageCapability> capabilities() {
    return config.factory().capabilities();
  }

  public boolean isReadable() {
    return capabilities().contains(StorageCapability.READ);
  }

  public boolean isDurable() {
    return capabilities().contains(StorageCapability.DURABLE);
  }

  /** Returns true if the adapter's content can be read, also after a restart. */
  public boolean isSafe() {
    return isReadable() && isDurable();
  }
}
