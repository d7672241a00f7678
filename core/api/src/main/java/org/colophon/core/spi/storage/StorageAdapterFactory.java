package org.colophon.core.spi.storage;

import java.nio.file.Path;
import java.util.Set;
import org.colophon.core.plugin.Plugin;

/**
 * Makes the adapters of one engine. List the class in {@code
 * META-INF/services/org.colophon.core.spi.storage.StorageAdapterFactory} and it is found by name.
 */
public interface StorageAdapterFactory extends Plugin {
  /** What the adapters of this engine can do beyond storing; the contract tests verify it. */
  Set<StorageCapability> capabilities();

  /** Constructs an adapter that will write. No I/O. Refuses unknown options with BAD_REQUEST. */
  StorageAdapter create(StorageConfig config);

  /**
   * Constructs an adapter that is to take the place of another one of the same options, and is
   * filled beside it. It leaves to the other what only one can have, such as a port to listen on,
   * until {@link StorageAdapter#takeOver}; and it keeps what is in the other's folder beside the
   * data, such as passwords. No I/O.
   *
   * @param predecessor the other one's folder, which is deleted later
   */
  default StorageAdapter createSuccessor(StorageConfig config, Path predecessor) {
    return create(config);
  }

  /**
   * Constructs an adapter that takes the place of another one of the same options, which nobody has
   * open: it is opened, closed empty, and filled when it is opened next. Where both keep their data
   * in one place, such as a server, opening it empties that place, wholly or not at all; then both
   * are the same store, whichever of the two is opened next. No I/O.
   *
   * @param predecessor the other one's folder, which is deleted later
   */
  default StorageAdapter createEmptied(StorageConfig config, Path predecessor) {
    return createSuccessor(config, predecessor);
  }

  /**
   * Opens a store for reading only, also while another process writes it; it then sees what was
   * durable when it was opened.
   *
   * @throws org.colophon.core.error.ColophonException NOT_FOUND where there is no store yet
   */
  LineageReader openReader(StorageConfig config);
}
