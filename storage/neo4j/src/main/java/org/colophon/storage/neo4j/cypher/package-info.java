/**
 * Runs Cypher on the graph: statements of Colophon's own users, read-only unless told otherwise,
 * and the procedures and functions that other modules bring. Sees Neo4j and {@code core}'s
 * contracts, not how the graph is written.
 */
package org.colophon.storage.neo4j.cypher;
