package org.colophon.core.spi.storage;

import java.util.List;

/**
 * Finds all ancestors of objects, as lineage means them. What that is belongs to the query engine;
 * here it is only asked for.
 */
@FunctionalInterface
public interface AncestorWalk {
  /**
   * Where a walk starts.
   *
   * @param object the object whose version as of the LSN is asked for
   */
  record Start(long object, long lsn) {}

  /** Receives every process and every object version that was reached, the starts included. */
  interface Visitor {
    /**
     * A process.
     *
     * @param boundLsn what it took in up to here matters
     */
    void process(long id, long boundLsn);

    /**
     * A version of an object.
     *
     * @param version counted from 0, by the object's cuts
     * @param boundLsn what was written into it up to here matters
     */
    void object(long id, int version, long boundLsn);
  }

  /** Walks on the calling thread; edges of every kind are followed, without limits. */
  void walk(LineageReader reader, List<Start> starts, Visitor visitor);
}
