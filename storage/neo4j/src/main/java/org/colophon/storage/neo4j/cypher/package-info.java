// SPDX-License-Identifier: Apache-2.0
/**
 * Runs Cypher on the graph: statements of Colophon's users, read-only by default, and procedures of
 * other modules. Depends on Neo4j and {@code core}'s contracts, but not on the code that writes the
 * graph.
 */
@NullMarked
package org.colophon.storage.neo4j.cypher;

import org.jspecify.annotations.NullMarked;
