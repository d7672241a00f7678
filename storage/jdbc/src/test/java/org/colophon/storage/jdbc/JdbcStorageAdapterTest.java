// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.testing.contract.StorageAdapterContract;

class JdbcStorageAdapterTest extends StorageAdapterContract {
  @Override
  protected StorageAdapterFactory factory() {
    return new JdbcStorageAdapterFactory();
  }
}
