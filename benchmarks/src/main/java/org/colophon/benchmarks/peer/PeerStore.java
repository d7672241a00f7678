// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import org.agrona.collections.LongLongConsumer;
import org.colophon.benchmarks.workload.RecordConsumer;

/**
 * A store that contains every operation and finds it by its object and by its process. A constant
 * of {@link Peers} opens it. One thread.
 */
public interface PeerStore extends RecordConsumer, Probe {
  /** Makes all operations durable. Before this call, no operation needs to be durable. */
  void sync();

  /**
   * Visits the processes that accessed an object in a mode, at or before a bound.
   *
   * @param mode a code of {@link org.colophon.core.model.AccessMode}
   */
  void processesOf(long object, int mode, long boundLsn, LongLongConsumer visitor);

  /** Visits the objects that a process accessed in a mode, at or before a bound. */
  void objectsOf(long process, int mode, long boundLsn, LongLongConsumer visitor);

  @Override
  default void ancestors(long object, Found found) {
    new PeerLineage(this).ancestors(object, found);
  }
}
