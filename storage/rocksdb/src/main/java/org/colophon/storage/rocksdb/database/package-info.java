// SPDX-License-Identifier: Apache-2.0
/** One open RocksDB: its options, directory, native library, files and failures. */
@NullMarked
package org.colophon.storage.rocksdb.database;

import org.jspecify.annotations.NullMarked;
