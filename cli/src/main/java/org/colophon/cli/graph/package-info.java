/** The commands that use a store's graph database: {@code cypher} and {@code bolt}. */
package org.colophon.cli.graph;
