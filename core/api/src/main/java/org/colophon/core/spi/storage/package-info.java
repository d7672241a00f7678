/**
 * The contract between Colophon and a storage engine: {@link
 * org.colophon.core.spi.storage.StorageAdapter} writes, {@link
 * org.colophon.core.spi.storage.LineageReader} reads back. Adapters are found by name through
 * {@link java.util.ServiceLoader}; {@code testing/storage-contract} holds the tests that each of
 * them passes.
 */
package org.colophon.core.spi.storage;
