// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.testing.contract.StorageAdapterContract;

class MemoryStorageAdapterTest extends StorageAdapterContract {
  @Override
  protected StorageAdapterFactory factory() {
    return new MemoryStorageAdapterFactory();
  }
}
