// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.util.List;
import java.util.Map;

/**
 * A node of the graph.
 *
 * @param id the engine's own id, valid within one answer; not Colophon's id
 */
public record CypherNode(long id, List<String> labels, Map<String, Object> properties) {}
