/**
 * What the Neo4j adapter costs and reaches: beside bare writes of the same graph, beside reporters
 * who want the machine for themselves, and beside RocksDB when both are asked. The command is
 * {@code ./colophon bench neo4j}; each phase runs in a Java process of its own.
 */
package org.colophon.benchmarks.neo4j;
