// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import org.neo4j.graphdb.RelationshipType;

/**
 * The types of relationships, see docs/reference/cypher.md. They point from effect to cause. The
 * names are durable, since statements use them.
 */
public enum RelationType implements RelationshipType {
  USED,
  WAS_GENERATED_BY,
  WAS_NAMED_BY,
  WAS_INFLUENCED_BY,
  WAS_ASSOCIATED_WITH,
  WAS_INFORMED_BY,
  WAS_DERIVED_FROM,
  SPECIALIZATION_OF,
  CUT_BY,
  BELOW,
  NAMES,
  DESCRIBES,
  CONCERNS
}
