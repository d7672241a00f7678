/**
 * Keeps a store as a property graph in an embedded Neo4j, whose nodes and relationships {@code
 * docs/graph.md} describes. This package holds the adapter that writes and the reader; {@code
 * database} opens and closes databases, {@code names} keeps names, times and what is rare, {@code
 * cypher} runs statements.
 */
package org.colophon.storage.neo4j;
