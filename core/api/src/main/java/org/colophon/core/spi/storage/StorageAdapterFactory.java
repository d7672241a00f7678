// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

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
   * Constructs a replacement for an adapter with the same options. It keeps files of the old
   * directory that are not history, such as passwords. No I/O.
   *
   * <ul>
   *   <li>If the predecessor is open, the replacement leaves exclusive resources, such as a port,
   *       to it until {@link StorageAdapter#takeOver}.
   *   <li>If it is closed, the replacement is opened, closed empty, and filled when it is opened
   *       next. If both store data at the same location, such as a server, opening deletes the old
   *       data atomically.
   * </ul>
   */
  default StorageAdapter createReplacement(StorageConfig config, Predecessor predecessor) {
    return create(config);
  }

  /**
   * Opens a store for reading only, also while another process writes it. The reader sees
   * everything that was durable when it was opened.
   *
   * @throws org.colophon.core.error.ColophonException NOT_FOUND if the store does not exist
   */
  LineageReader openReader(StorageConfig config);
}
