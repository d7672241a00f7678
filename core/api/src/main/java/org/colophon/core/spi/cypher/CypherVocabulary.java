// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.util.List;

/** Names that occur in a graph, each list sorted; procedures and functions by their full names. */
public record CypherVocabulary(
    List<String> labels,
    List<String> relationshipTypes,
    List<String> propertyNames,
    List<String> procedures,
    List<String> functions) {}
