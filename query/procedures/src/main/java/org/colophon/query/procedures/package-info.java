// SPDX-License-Identifier: Apache-2.0
/**
 * Procedures and functions for Cypher that patterns cannot express, since a pattern cannot carry
 * the time bound of lineage. They call {@code query}'s engine and return nodes and relationships.
 */
@NullMarked
package org.colophon.query.procedures;

import org.jspecify.annotations.NullMarked;
