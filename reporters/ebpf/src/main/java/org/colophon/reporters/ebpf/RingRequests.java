// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Running requests of io_uring. The replay sees each request as a call of an additional thread of
 * its process, since requests overlap each other and the calls of the submitting thread.
 */
final class RingRequests {
  /** Upper limit of Linux for thread ids; additional threads have higher ids. */
  private static final int MAX_TID = 1 << 22;

  /** A thread id that represents one request at a time. The owner submitted the request. */
  private record Slot(int tid, int owner) {}

  private final Map<Long, Slot> running = new HashMap<>();
  private final Map<Integer, Deque<Slot>> free = new HashMap<>();
  private final Map<Integer, Deque<Slot>> all = new HashMap<>();
  private int lastTid = MAX_TID;

  /**
   * Begins a request; returns the id of its thread. Also ends an earlier request with the same id,
   * because Linux reuses ids.
   *
   * @param created receives the id of a new thread
   */
  int begin(int owner, long request, IntConsumer created) {
    Slot slot = running.get(request);
    if (slot == null || slot.owner != owner) {
      slot = free.computeIfAbsent(owner, key -> new ArrayDeque<>()).poll();
    }
    if (slot == null) {
      slot = new Slot(++lastTid, owner);
      all.computeIfAbsent(owner, key -> new ArrayDeque<>()).add(slot);
      created.accept(slot.tid);
    }
    running.put(request, slot);
    return slot.tid;
  }

  /** Ends a request; returns the id of its thread, or 0 for an unknown request. */
  int end(long request) {
    Slot slot = running.remove(request);
    if (slot == null) {
      return 0;
    }
    free.computeIfAbsent(slot.owner, key -> new ArrayDeque<>()).add(slot);
    return slot.tid;
  }

  /** Ends the additional threads of a thread; returns their ids. */
  List<Integer> endAll(int owner) {
    Deque<Slot> slots = all.remove(owner);
    if (slots == null) {
      return List.of();
    }
    free.remove(owner);
    running.values().removeAll(slots);
    return slots.stream().map(Slot::tid).toList();
  }
}
