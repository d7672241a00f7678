// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.util.Map;

/**
 * A relationship of the graph.
 *
 * @param id the engine's own id, valid within one answer; not Colophon's id
 * @param start the node that it leaves, the effect in PROV's terms
 * @param end the node that it points to, the cause
 */
public record CypherRelationship(
    long id, String type, long start, long end, Map<String, Object> properties) {}
