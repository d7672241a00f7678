package org.colophon.core.spi.cypher;

import java.util.List;

/** The words that a graph knows, each list sorted; procedures and functions by their full names. */
public record CypherVocabulary(
    List<String> labels,
    List<String> relationshipTypes,
    List<String> propertyNames,
    List<String> procedures,
    List<String> functions) {}
