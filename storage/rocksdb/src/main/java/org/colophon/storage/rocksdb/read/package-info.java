/** The read path: decodes groups of facts and keeps them in a cache. Any thread. */
package org.colophon.storage.rocksdb.read;
