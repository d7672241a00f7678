/**
 * The interactive prompt for Cypher: reads statements over several lines, completes the words of
 * the graph, keeps a history of statements, and runs them. Everything except signal handling is on
 * the caller's thread.
 */
package org.colophon.cli.prompt;
