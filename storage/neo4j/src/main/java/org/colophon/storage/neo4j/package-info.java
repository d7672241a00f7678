// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps a store as a property graph in an embedded Neo4j; docs/reference/cypher.md describes it.
 * {@code write} writes windows, {@code facts} caches the facts that lineage reads, {@code names}
 * and {@code records} store names and other records, {@code cypher} runs statements, and {@code
 * database} opens databases.
 */
@NullMarked
package org.colophon.storage.neo4j;

import org.jspecify.annotations.NullMarked;
