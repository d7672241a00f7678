// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.colophon.core.model.Bytes;

/**
 * Identities claimed before this run that the store may not see yet. There can be millions, read
 * from the journal before a service can answer. They are stored in few large arrays, to spare the
 * garbage collector, with open addressing and linear probing. One thread adds identities. After
 * that any number of threads read them.
 */
public final class LearnedIdentities {
  private static final int FIRST_ENTRIES = 1 << 10;
  private static final int SET_BITS = 20;

  private final KeyedHash keyed = new KeyedHash();
  private final ByteArena arena = new ByteArena();

  /** For each entry in order of addition, the id and the arena's place of the identity. */
  private long[] ids = new long[FIRST_ENTRIES];

  private long[] places = new long[FIRST_ENTRIES];
  private int size;

  /**
   * For each slot, the hash in the upper half and the entry plus one in the lower half; 0 if free.
   */
  private long[] slots = new long[FIRST_ENTRIES * 2];

  /** Sets of ids, one for each value of an id's upper bits. */
  private final Map<Long, BitSet> usedIds = new HashMap<>();

  /** Returns the number of identities. */
  public int size() {
    return size;
  }

  /** Assigns an id to an identity; a later call replaces the id. */
  public void add(Bytes identity, long id) {
    int hash = hash(identity);
    int slot = slot(identity, hash);
    if (slots[slot] == 0) {
      makeRoom();
      slot = slot(identity, hash);
      places[size] = arena.add(identity, 0, identity.length());
      slots[slot] = (long) hash << Integer.SIZE | ++size;
    }
    ids[(int) slots[slot] - 1] = id;
    usedIds.computeIfAbsent(id >>> SET_BITS, upper -> new BitSet()).set(low(id));
  }

  /** Returns the id of an identity, 0 if it has none. */
  long find(Bytes identity) {
    long found = size == 0 ? 0 : slots[slot(identity, hash(identity))];
    return found == 0 ? 0 : ids[(int) found - 1];
  }

  /** Returns true if an id belongs to an identity. */
  boolean hasId(long id) {
    BitSet set = usedIds.get(id >>> SET_BITS);
    return set != null && set.get(low(id));
  }

  /** Returns a copy without some ids. */
  LearnedIdentities without(LongPredicate isPruned) {
    LearnedIdentities left = new LearnedIdentities();
    for (int entry = 0; entry < size; entry++) {
      if (!isPruned.test(ids[entry])) {
        left.add(arena.get(places[entry]), ids[entry]);
      }
    }
    return left;
  }

  private static int low(long id) {
    return (int) id & ((1 << SET_BITS) - 1);
  }

  private int hash(Bytes identity) {
    return keyed.of(0, identity, 0, identity.length());
  }

  /** Returns the slot of an identity, or the free one where it belongs. */
  private int slot(Bytes identity, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0 && !holds(slots[slot], hash, identity)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean holds(long entry, int hash, Bytes identity) {
    return (int) (entry >>> Integer.SIZE) == hash
        && arena.isAt(places[(int) entry - 1], identity, 0, identity.length());
  }

  private void makeRoom() {
    if (size < ids.length) {
      return;
    }
    ids = Arrays.copyOf(ids, size * 2);
    places = Arrays.copyOf(places, size * 2);
    long[] old = slots;
    slots = new long[old.length * 2];
    int mask = slots.length - 1;
    for (long entry : old) {
      if (entry != 0) {
        int slot = (int) (entry >>> Integer.SIZE) & mask;
        while (slots[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = entry;
      }
    }
  }
}
