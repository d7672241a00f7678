// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

/** Abilities of an adapter beyond storing. Declared as data, verified by the contract tests. */
public enum StorageCapability {
  /** {@link StorageAdapter#reader} works. An adapter without this capability only writes. */
  READ,
  /** Synced data survives the end of the process. */
  DURABLE,
  /** A second process may read while the first writes. */
  SHARED_READ,
  /** The factory is a {@link VerifiableStorage}. */
  VERIFY,
  /** Its readers are also {@link org.colophon.core.spi.cypher.CypherEngine}s. */
  CYPHER
}
