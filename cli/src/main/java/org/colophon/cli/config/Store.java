package org.colophon.cli.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.StoreDirectory;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * Opens one store: for reading through its adapter, beside whoever writes; or for writing through
 * the kernel, alone. Each call opens anew; what it answers is the caller's to close.
 */
public final class Store {
  /** The adapter that answers queries. */
  public static final String ADAPTER = "rocksdb";

  private final Path directory;
  private final Consumer<String> remarks;

  /**
   * @param directory absolute
   * @param remarks hears what a person should know beside the answer, such as a recovery
   */
  public Store(Path directory, Consumer<String> remarks) {
    this.directory = directory;
    this.remarks = remarks;
  }

  public Path directory() {
    return directory;
  }

  /** Whether there is a store in the folder; refuses a foreign or newer one. */
  public boolean exists() {
    return StoreDirectory.exists(directory);
  }

  /**
   * Opens the store for reading. What a crash left in the journal only is given to the adapter
   * first, unless somebody else is writing, who will do so.
   *
   * @throws ColophonException NOT_FOUND if there is no store yet
   */
  public LineageReader openReader() {
    if (!exists()) {
      throw new ColophonException(
          ErrorCode.NOT_FOUND,
          "nothing has been recorded in " + directory + " yet; try: colophon trace -- make");
    }
    if (!Files.isDirectory(adapterDirectory())) {
      recover();
    }
    LineageReader reader = openAdapter();
    if (!StoreDirectory.isJournalAhead(directory, reader.visibleLsn())) {
      return reader;
    }
    reader.close();
    recover();
    return openAdapter();
  }

  private LineageReader openAdapter() {
    return factory(ADAPTER).openReader(StorageConfig.at(adapterDirectory()));
  }

  /**
   * Lets the kernel bring the adapter up to the journal. Somebody who writes is doing so already.
   */
  private void recover() {
    try (Kernel kernel = openKernel(List.of())) {
      kernel.drain();
      remarks.accept("the last recording was interrupted; what it had journaled is stored now");
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.STORE_LOCKED && e.code() != ErrorCode.NOT_PERMITTED) {
        throw e;
      }
      remarks.accept(e.getMessage() + "; what it recorded last may be missing here");
    }
  }

  /**
   * Opens the store for writing, creating it on first use.
   *
   * @param alsoInto names of adapters that get everything as well
   */
  public Kernel openKernel(List<String> alsoInto) {
    KernelConfig.Builder config = KernelConfig.builder(directory);
    config.adapter(AdapterConfig.of(factory(ADAPTER)));
    for (String name : alsoInto) {
      config.adapter(new AdapterConfig(name, factory(name), Map.of()));
    }
    return Kernel.open(config.build());
  }

  private Path adapterDirectory() {
    return StoreDirectory.adapterIn(directory, ADAPTER);
  }

  private static StorageAdapterFactory factory(String name) {
    return new PluginLoader<>(StorageAdapterFactory.class).get(name);
  }
}
