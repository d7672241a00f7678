// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.util.List;

/**
 * A path through the graph.
 *
 * @param nodes the nodes in order, one more than relationships
 */
public record CypherPath(List<CypherNode> nodes, List<CypherRelationship> relationships) {}
