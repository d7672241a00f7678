/** One open RocksDB: its options, directory, native library, files and failures. */
package org.colophon.storage.rocksdb.database;
