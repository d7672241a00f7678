// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.testing.contract.NamingContract;

class RocksDbNamingTest extends NamingContract {
  @Override
  protected StorageAdapterFactory factory() {
    return new RocksDbStorageAdapterFactory();
  }
}
