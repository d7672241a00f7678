/**
 * The interactive prompt for Cypher: reads statements over several lines, completes the words of
 * the graph, remembers what was typed, and runs what it read. Everything on the caller's thread,
 * signals aside.
 */
package org.colophon.cli.prompt;
