/**
 * Keeps a store as a property graph in an embedded Neo4j; docs/reference/graph.md describes it.
 * {@code write} writes windows, {@code facts} caches what lineage reads, {@code names} and {@code
 * records} keep the rest, {@code cypher} runs statements, and {@code database} opens databases.
 */
package org.colophon.storage.neo4j;
