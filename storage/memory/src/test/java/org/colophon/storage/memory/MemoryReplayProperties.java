// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.ReplayContract;

class MemoryReplayProperties extends ReplayContract {
  @Override
  protected StorageAdapter create(StorageConfig config) {
    return new MemoryStorageAdapterFactory().create(config);
  }
}
