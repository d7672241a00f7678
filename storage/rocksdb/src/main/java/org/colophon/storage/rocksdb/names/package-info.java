/** Reads name events by path and stamp. */
package org.colophon.storage.rocksdb.names;
