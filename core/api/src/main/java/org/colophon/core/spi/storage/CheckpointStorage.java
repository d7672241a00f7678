// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.nio.file.Path;

/** Role of adapters that can copy their content while they are written. */
public interface CheckpointStorage {
  /**
   * Copies a consistent state of the store: everything that is durable at some moment of this call,
   * and perhaps later batches. Any thread; writing continues.
   *
   * @param target a directory that does not exist; its parent does. After a failure it may have
   *     some files.
   * @throws org.colophon.core.error.ColophonException DISK_FULL; IO_FAILED
   */
  void checkpoint(Path target);
}
