// SPDX-License-Identifier: Apache-2.0
/**
 * The rights of statements and the listener for Bolt clients. Uses Neo4j's security classes and
 * nothing of the graph.
 */
@NullMarked
package org.colophon.storage.neo4j.access;

import org.jspecify.annotations.NullMarked;
