// SPDX-License-Identifier: Apache-2.0
/**
 * The RocksDB storage adapter. {@code encode} buffers appended batches and seals them into few
 * large values, {@code read} and {@code names} decode them, {@code database} owns RocksDB and its
 * files. {@link org.colophon.storage.rocksdb.format.StoreFormat} draws the layout.
 */
@NullMarked
package org.colophon.storage.rocksdb;

import org.jspecify.annotations.NullMarked;
