/** Commands that use a store's graph database: {@code cypher}, {@code ask} and {@code bolt}. */
package org.colophon.cli.graph;
