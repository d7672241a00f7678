package org.colophon.core.adapters;

import java.nio.file.Path;
import java.util.Set;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/** An adapter that a kernel feeds. */
public record RunningAdapter(AdapterConfig config, AdapterRunner runner) {
  /** Opens what will be run; closed again if that fails. */
  public static StorageAdapter open(AdapterConfig config, Path folder) {
    return opened(config.factory().create(new StorageConfig(folder, config.options())));
  }

  /** Opens what will take the place of what is in another folder. */
  static StorageAdapter openSuccessor(AdapterConfig config, Path folder, Path predecessor) {
    StorageConfig its = new StorageConfig(folder, config.options());
    return opened(config.factory().createSuccessor(its, predecessor));
  }

  /** Opens, empty, what takes the place of what is in another folder and not open. */
  static StorageAdapter openEmptied(AdapterConfig config, Path folder, Path predecessor) {
    StorageConfig its = new StorageConfig(folder, config.options());
    return opened(config.factory().createEmptied(its, predecessor));
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

  /** Closes an adapter because of a failure, which another one only joins. */
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

  /** Whether what it holds is safe: it can be read back, also later. */
  public boolean isSafe() {
    return isReadable() && isDurable();
  }
}
