// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;

/**
 * Finds the ancestors of an object in a peer, in the same way as Colophon's own engine. Explores in
 * decreasing bound. Settles each process and object once, with its largest bound. A peer stores
 * single operations, so the last one at or before the bound becomes the next bound.
 */
final class PeerLineage {
  private final PeerStore store;

  PeerLineage(PeerStore store) {
    this.store = store;
  }

  /** Finds the ancestors. */
  void ancestors(long object, Found found) {
    PriorityQueue<Pending> queue =
        new PriorityQueue<>(Comparator.comparingLong(Pending::bound).reversed());
    Set<Long> objects = new HashSet<>();
    Set<Long> processes = new HashSet<>();
    queue.add(new Pending(true, object, Lsn.LATEST));
    while (!queue.isEmpty()) {
      Pending next = queue.poll();
      if (next.isObject() && objects.add(next.id())) {
        expandObject(next, queue);
      } else if (!next.isObject() && processes.add(next.id())) {
        expandProcess(next, queue);
      }
    }
    objects.remove(object);
    objects.forEach(found.objects()::add);
    processes.forEach(found.processes()::add);
  }

  private void expandObject(Pending from, PriorityQueue<Pending> queue) {
    Map<Long, Long> lastWrites = new HashMap<>();
    store.processesOf(
        from.id(),
        AccessMode.WRITE.code(),
        from.bound(),
        (id, lsn) -> keepLast(lastWrites, id, lsn));
    lastWrites.forEach((id, lsn) -> queue.add(new Pending(false, id, lsn)));
  }

  private void expandProcess(Pending from, PriorityQueue<Pending> queue) {
    Map<Long, Long> lastReads = new HashMap<>();
    store.objectsOf(
        from.id(), AccessMode.READ.code(), from.bound(), (id, lsn) -> keepLast(lastReads, id, lsn));
    lastReads.forEach((id, lsn) -> queue.add(new Pending(true, id, lsn)));
  }

  private static void keepLast(Map<Long, Long> last, long id, long lsn) {
    last.merge(id, lsn, Math::max);
  }

  private record Pending(boolean isObject, long id, long bound) {}
}
