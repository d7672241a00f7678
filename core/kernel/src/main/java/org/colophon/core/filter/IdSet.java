// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Set of ids that any thread reads without a lock or an allocation, with open addressing. Changes
 * are synchronized; a change is visible to its own thread at once.
 */
final class IdSet {
  private static final int FIRST_SLOTS = 64;
  private static final long FREE = 0;
  private static final long REMOVED = -1;

  private volatile AtomicLongArray slots = new AtomicLongArray(FIRST_SLOTS);
  private volatile int size;

  /** Number of slots that are not free. Guarded by this. */
  private int used;

  boolean contains(long id) {
    return size > 0 && find(slots, id) >= 0;
  }

  synchronized void add(long id) {
    AtomicLongArray now = slots;
    if (find(now, id) >= 0) {
      return;
    }
    if (used * 2 >= now.length()) {
      now = copy(now);
      slots = now;
      used = size;
    }
    put(now, id);
    used++;
    size++;
  }

  synchronized void remove(long id) {
    int slot = find(slots, id);
    if (slot >= 0) {
      slots.set(slot, REMOVED);
      size--;
    }
  }

  /** Returns a copy with four slots for each id, without the marks of removed ids. */
  private AtomicLongArray copy(AtomicLongArray old) {
    AtomicLongArray next = new AtomicLongArray(Math.max(FIRST_SLOTS, size * 4));
    for (int i = 0; i < old.length(); i++) {
      if (old.get(i) > FREE) {
        put(next, old.get(i));
      }
    }
    return next;
  }

  private static void put(AtomicLongArray slots, long id) {
    int slot = first(slots, id);
    while (slots.get(slot) != FREE) {
      slot = next(slots, slot);
    }
    slots.set(slot, id);
  }

  /** Returns the slot of an id, or -1. */
  private static int find(AtomicLongArray slots, long id) {
    int slot = first(slots, id);
    for (long found = slots.get(slot); found != FREE; found = slots.get(slot)) {
      if (found == id) {
        return slot;
      }
      slot = next(slots, slot);
    }
    return -1;
  }

  private static int first(AtomicLongArray slots, long id) {
    long mixed = id * 0x9E3779B97F4A7C15L;
    return (int) Long.remainderUnsigned(mixed >>> 16, slots.length());
  }

  private static int next(AtomicLongArray slots, int slot) {
    return slot + 1 == slots.length() ? 0 : slot + 1;
  }
}
