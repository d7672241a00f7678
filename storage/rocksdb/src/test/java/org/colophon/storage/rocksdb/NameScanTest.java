// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.testing.contract.NameScanContract;

class NameScanTest extends NameScanContract {
  @Override
  protected StorageAdapterFactory factory() {
    return new RocksDbStorageAdapterFactory();
  }

  @Override
  protected double share() {
    return 0.02;
  }
}
