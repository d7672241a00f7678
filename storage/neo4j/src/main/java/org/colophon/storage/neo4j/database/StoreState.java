package org.colophon.storage.neo4j.database;

import org.neo4j.graphdb.Node;

/**
 * How far the graph goes and what it counts: the properties of the {@code Colophon} node, written
 * in the same transaction as what they count.
 *
 * @param heldLsn the LSN up to which everything is in the graph
 * @param processes how many processes are declared
 * @param objects how many objects are declared
 * @param operations how many operations the records stand for
 * @param lastProcess the largest process id declared
 * @param lastObject the largest object id declared
 * @param topProcess no process with a larger id has a node, declared or not
 * @param topObject no object with a larger id has a node, declared or not
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
