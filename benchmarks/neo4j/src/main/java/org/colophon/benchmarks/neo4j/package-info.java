/**
 * Costs of the Neo4j adapter, compared with bare writes of the same graph, with reporters that need
 * the machine, and with queries on RocksDB. The command is {@code ./colophon bench neo4j}; each
 * phase runs in a Java process of its own.
 */
package org.colophon.benchmarks.neo4j;
