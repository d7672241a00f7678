/**
 * Procedures and functions for Cypher that plain patterns cannot express: a pattern cannot carry
 * the bound with which lineage goes through time. Neo4j calls them; they ask {@code query}'s engine
 * and answer with the graph's own nodes and relationships.
 */
package org.colophon.storage.procedures;
