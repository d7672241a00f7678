/** The write path: buffers records and seals them as one atomic batch. One thread. */
package org.colophon.storage.rocksdb.encode;
