/**
 * Who may do what: the rights that statements run with, and the listener through which Bolt clients
 * come. Knows Neo4j's side of security and nothing of the graph.
 */
package org.colophon.storage.neo4j.access;
