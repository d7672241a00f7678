package org.colophon.storage.neo4j;

import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.testing.contract.NamingContract;

class Neo4jNamingTest extends NamingContract {
  @Override
  protected StorageAdapterFactory factory() {
    return new Neo4jStorageAdapterFactory();
  }
}
