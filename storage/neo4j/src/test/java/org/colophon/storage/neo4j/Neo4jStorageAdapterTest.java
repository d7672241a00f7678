// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.testing.contract.StorageAdapterContract;

class Neo4jStorageAdapterTest extends StorageAdapterContract {
  @Override
  protected StorageAdapterFactory factory() {
    return new Neo4jStorageAdapterFactory();
  }
}
