// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.testing.contract.StorageAdapterContract;
import org.junit.jupiter.api.Tag;

@Tag("jdk")
class RocksDbStorageAdapterTest extends StorageAdapterContract {
  @Override
  protected StorageAdapterFactory factory() {
    return new RocksDbStorageAdapterFactory();
  }
}
