/** The durable layout and its number codings. Uses nothing else of the adapter. */
package org.colophon.storage.rocksdb.format;
