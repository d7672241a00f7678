/**
 * Answers to Cypher statements: parameters, formats, and the display of values for people and
 * programs. Depends on {@code core.spi.cypher} and on no engine.
 */
package org.colophon.cli.cypher;
