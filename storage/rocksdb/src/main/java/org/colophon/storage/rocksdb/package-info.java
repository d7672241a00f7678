/**
 * The RocksDB storage adapter. Appended batches gather in a {@link
 * org.colophon.storage.rocksdb.WriteBuffer}; sealing it sorts what it holds into few large values,
 * by object and by process, and writes them as one atomic batch. {@link
 * org.colophon.storage.rocksdb.StoreFormat} draws the layout.
 */
package org.colophon.storage.rocksdb;
