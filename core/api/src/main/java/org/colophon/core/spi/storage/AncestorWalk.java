// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.util.List;

/** Finds all ancestors of objects, as lineage defines them. The query engine implements it. */
@FunctionalInterface
public interface AncestorWalk {
  /**
   * Start of a walk.
   *
   * @param object the object whose version as of the LSN is the start
   */
  record Start(long object, long lsn) {}

  /** Receives every reached process and object version, including the starts. */
  interface Visitor {
    /**
     * Receives a process.
     *
     * @param boundLsn only inputs up to this LSN matter
     */
    void process(long id, long boundLsn);

    /**
     * Receives a version of an object.
     *
     * @param version counted from 0, by the object's cuts
     * @param boundLsn only writes up to this LSN matter
     */
    void object(long id, int version, long boundLsn);
  }

  /** Walks edges of every kind on the calling thread, without limits. */
  void walk(LineageReader reader, List<Start> starts, Visitor visitor);
}
