/**
 * Answers to Cypher statements: what parameters mean, how values look to people and to programs,
 * and the formats. Knows {@code core.spi.cypher} and no engine.
 */
package org.colophon.cli.cypher;
