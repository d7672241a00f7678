/**
 * What hangs beside the graph of processes and objects: the tree of names, the times of LSNs,
 * snapshots, losses and extended records. Each is written within the writer's transaction and read
 * within the reader's.
 */
package org.colophon.storage.neo4j.names;
