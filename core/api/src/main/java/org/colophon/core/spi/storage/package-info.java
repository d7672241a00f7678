// SPDX-License-Identifier: Apache-2.0
/**
 * Contract between Colophon and a storage engine: {@link
 * org.colophon.core.spi.storage.StorageAdapter} writes, {@link
 * org.colophon.core.spi.storage.LineageReader} reads back. Adapters are found by name through
 * {@link java.util.ServiceLoader}. Each of them passes the tests in {@code
 * testing/storage-contract}.
 */
@NullMarked
package org.colophon.core.spi.storage;

import org.jspecify.annotations.NullMarked;
