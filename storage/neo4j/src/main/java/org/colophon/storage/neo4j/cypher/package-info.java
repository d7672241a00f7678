/**
 * Runs Cypher on the graph: statements of Colophon's users, read-only by default, and procedures of
 * other modules. Sees Neo4j and {@code core}'s contracts, not how the graph is written.
 */
package org.colophon.storage.neo4j.cypher;
