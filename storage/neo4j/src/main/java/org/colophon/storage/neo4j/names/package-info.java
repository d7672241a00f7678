/**
 * The tree of names. It is written within the writer's transaction and read within the reader's.
 */
package org.colophon.storage.neo4j.names;
