package org.colophon.core.spi.storage;

import java.nio.file.Path;
import java.util.Set;
import org.colophon.core.plugin.Plugin;

/**
 * Makes the adapters of one engine. List the class in {@code
 * META-INF/services/org.colophon.core.spi.storage.StorageAdapterFactory} so that it can be found.
 */
public interface StorageAdapterFactory extends Plugin {
  /** Returns the capabilities of this engine's adapters; the contract tests verify them. */
  Set<StorageCapability> capabilities();

  /** Constructs an adapter that will write. No I/O. Rejects unknown options with BAD_REQUEST. */
  StorageAdapter create(StorageConfig config);

  /**
   * Constructs a replacement for an adapter with the same options, to be filled while the other
   * serves. It leaves exclusive resources, such as a port, to the other until {@link
   * StorageAdapter#takeOver}. It keeps other files of the old directory, such as passwords. No I/O.
   *
   * @param predecessor the replaced adapter's directory, which is deleted later
   */
  default StorageAdapter createSuccessor(StorageConfig config, Path predecessor) {
    return create(config);
  }

  /**
   * Constructs a replacement for a closed adapter with the same options. It is opened, closed
   * empty, and filled when it is opened next. If both share one place for their data, such as a
   * server, opening it empties that place atomically. Then both are the same store, whichever of
   * the two is opened next. No I/O.
   *
   * @param predecessor the replaced adapter's directory, which is deleted later
   */
  default StorageAdapter createEmptied(StorageConfig config, Path predecessor) {
    return createSuccessor(config, predecessor);
  }

  /**
   * Opens a store for reading only, also while another process writes it. The reader sees
   * everything that was durable when it was opened.
   *
   * @throws org.colophon.core.error.ColophonException NOT_FOUND if the store does not exist
   */
  LineageReader openReader(StorageConfig config);
}
