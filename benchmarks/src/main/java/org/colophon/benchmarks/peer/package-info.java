/**
 * Other stores for the same logical records: Berkeley DB, LMDB, RocksDB with one key an operation,
 * and SQLite, each with the schema that suits it and asked by the same algorithm. They show what
 * Colophon's own store is worth.
 */
package org.colophon.benchmarks.peer;
