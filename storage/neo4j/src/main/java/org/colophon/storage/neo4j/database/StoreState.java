// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import org.neo4j.graphdb.Node;

/**
 * The counters of the store: the properties of the {@code Colophon} node. Each transaction of the
 * writer updates them.
 *
 * @param heldLsn the LSN up to which the graph is complete.
 * @param processes the number of declared processes.
 * @param objects the number of declared objects.
 * @param operations the number of operations that the records stand for.
 * @param lastProcess the largest declared process id.
 * @param lastObject the largest declared object id.
 * @param topProcess the largest process id with a node, declared or not.
 * @param topObject the largest object id with a node, declared or not.
 */
public record StoreState(
    long heldLsn,
    long processes,
    long objects,
    long operations,
    long lastProcess,
    long lastObject,
    long topProcess,
    long topObject) {
  public static final StoreState EMPTY = new StoreState(0, 0, 0, 0, 0, 0, -1, -1);

  /** Reads the node's properties. */
  public static StoreState of(Node colophon) {
    return new StoreState(
        (long) colophon.getProperty(PropertyKey.HELD_LSN),
        (long) colophon.getProperty(PropertyKey.PROCESSES),
        (long) colophon.getProperty(PropertyKey.OBJECTS),
        (long) colophon.getProperty(PropertyKey.OPERATIONS),
        (long) colophon.getProperty(PropertyKey.LAST_PROCESS),
        (long) colophon.getProperty(PropertyKey.LAST_OBJECT),
        (long) colophon.getProperty(PropertyKey.TOP_PROCESS),
        (long) colophon.getProperty(PropertyKey.TOP_OBJECT));
  }

  /** Sets the node's properties. */
  public void writeTo(Node colophon) {
    colophon.setProperty(PropertyKey.HELD_LSN, heldLsn);
    colophon.setProperty(PropertyKey.PROCESSES, processes);
    colophon.setProperty(PropertyKey.OBJECTS, objects);
    colophon.setProperty(PropertyKey.OPERATIONS, operations);
    colophon.setProperty(PropertyKey.LAST_PROCESS, lastProcess);
    colophon.setProperty(PropertyKey.LAST_OBJECT, lastObject);
    colophon.setProperty(PropertyKey.TOP_PROCESS, topProcess);
    colophon.setProperty(PropertyKey.TOP_OBJECT, topObject);
  }
}
