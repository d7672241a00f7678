// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.util.function.LongConsumer;

/** Role of factories that can check a store for damage without changing it. */
public interface VerifiableStorage {
  /**
   * Reads everything that is stored and compares it with its checksums. Writes nothing. May run
   * while another process writes the store; it then checks the data that was durable when it began.
   *
   * @param config the store's configuration, as for {@link StorageAdapterFactory#openReader}.
   * @param checkedBytes called periodically, on the calling thread, with the bytes checked so far.
   * @return the LSN up to which the store is complete.
   * @throws org.colophon.core.error.ColophonException STORE_CORRUPT or STORE_FOREIGN with the
   *     position of the first damage; NOT_FOUND without a store; any other code if it cannot be
   *     read.
   */
  long verify(StorageConfig config, LongConsumer checkedBytes);
}
