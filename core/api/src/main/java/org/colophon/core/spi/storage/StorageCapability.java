package org.colophon.core.spi.storage;

/** What an adapter offers beyond storing. Declared as data, verified by the contract tests. */
public enum StorageCapability {
  /** {@link StorageAdapter#reader} works; without it the adapter only writes. */
  READ,
  /** What was synced is still there after the process ends. */
  DURABLE,
  /** A second process may read while the first writes. */
  SHARED_READ,
  /** The factory is a {@link VerifiableStorage}. */
  VERIFY,
  /** Its readers are also {@link org.colophon.core.spi.cypher.CypherEngine}s. */
  CYPHER
}
