// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Components of names, as a tree in flat arrays. A node is a number, so millions of them do not
 * burden the garbage collector. Children are found in one hash table of (parent, component), so
 * that a node moves, with all below it, in constant time. One thread.
 */
final class NameTree {
  /** No node. */
  static final int NONE = -1;

  /** The node above all names. */
  static final int ROOT = 0;

  /** Object of a node that was not yet looked up in the history. */
  static final long UNKNOWN = -1;

  private static final int FIRST_NODES = 64;
  private static final int FIRST_ARENA_BYTES = 1 << 20;

  private final KeyedHash keyed = new KeyedHash();
  private ByteArena arena = new ByteArena();

  /** Object of each node. A free node has the next free one as its sibling. */
  private long[] objects = new long[FIRST_NODES];

  private boolean[] fresh = new boolean[FIRST_NODES];
  private boolean[] leadsToCached = new boolean[FIRST_NODES];
  private long[] components = new long[FIRST_NODES];
  private long[] origins = new long[FIRST_NODES];
  private int[] hashes = new int[FIRST_NODES];
  private int[] parents = new int[FIRST_NODES];
  private int[] firstChildren = new int[FIRST_NODES];
  private int[] nextSiblings = new int[FIRST_NODES];
  private int[] previousSiblings = new int[FIRST_NODES];

  /**
   * For each slot, the hash in the upper half and the node plus one in the lower half; 0 if free.
   * Uses linear probing.
   */
  private long[] slots = new long[FIRST_NODES * 2];

  private int used;
  private int firstFree = NONE;
  private int size;
  private long liveBytes;
  private long moves;

  NameTree() {
    make(0, false);
  }

  /** Returns the number of nodes. */
  int size() {
    return size;
  }

  /** Returns the bytes held for components and old names, including those of removed nodes. */
  long heldBytes() {
    return arena.bytes();
  }

  // --- a node ---

  /** Makes a detached node. */
  int make(long object, boolean isFresh) {
    int node = firstFree;
    if (node == NONE) {
      node = used++;
      growTo(used);
    } else {
      firstFree = nextSiblings[node];
    }
    objects[node] = object;
    fresh[node] = isFresh;
    leadsToCached[node] = false;
    origins[node] = NONE;
    parents[node] = NONE;
    firstChildren[node] = NONE;
    size++;
    return node;
  }

  private void growTo(int nodes) {
    if (nodes > objects.length) {
      int length = objects.length * 2;
      objects = Arrays.copyOf(objects, length);
      fresh = Arrays.copyOf(fresh, length);
      leadsToCached = Arrays.copyOf(leadsToCached, length);
      components = Arrays.copyOf(components, length);
      origins = Arrays.copyOf(origins, length);
      hashes = Arrays.copyOf(hashes, length);
      parents = Arrays.copyOf(parents, length);
      firstChildren = Arrays.copyOf(firstChildren, length);
      nextSiblings = Arrays.copyOf(nextSiblings, length);
      previousSiblings = Arrays.copyOf(previousSiblings, length);
      rehash(length * 2);
    }
  }

  /** Returns the bound object, 0 for none, or UNKNOWN. */
  long object(int node) {
    return objects[node];
  }

  void setObject(int node, long object) {
    objects[node] = object;
  }

  /**
   * Returns true if the history cannot have this name: the node was made, or emptied, in this run.
   */
  boolean isFresh(int node) {
    return fresh[node];
  }

  void setFresh(int node, boolean isFresh) {
    fresh[node] = isFresh;
  }

  /** Marks a node that leads to a cached directory. */
  void markLeadingToCached(int node) {
    leadsToCached[node] = true;
  }

  /** Returns how often a node was detached that leads, or may lead, to a cached directory. */
  long moves() {
    return moves;
  }

  /** Returns true if a node was moved, so that the history has another name for it. */
  boolean isMoved(int node) {
    return origins[node] != NONE;
  }

  /** Returns the history's name of a node that was moved here; null if it was not moved. */
  @Nullable Bytes movedFrom(int node) {
    return isMoved(node) ? arena.get(origins[node]) : null;
  }

  void setMovedFrom(int node, @Nullable Bytes name) {
    if (isMoved(node)) {
      liveBytes -= ByteArena.bytesFor(arena.length(origins[node]));
      origins[node] = NONE;
    }
    if (name != null) {
      origins[node] = arena.add(name, 0, name.length());
      liveBytes += ByteArena.bytesFor(name.length());
    }
  }

  /** Frees a detached node, and all nodes below it. */
  void free(int top) {
    int node = top;
    while (node != NONE) {
      int child = firstChildren[node];
      if (child != NONE) {
        node = child; // its children first
        continue;
      }
      int parent = node == top ? NONE : parents[node];
      if (parent != NONE) {
        detach(node);
      }
      setMovedFrom(node, null);
      nextSiblings[node] = firstFree;
      firstFree = node;
      size--;
      node = parent;
    }
  }

  // --- position in the tree ---

  /** Returns the child of a node with the component {@code name[from..to)}, or NONE. */
  int child(int parent, Bytes name, int from, int to) {
    int hash = keyed.of(parent, name, from, to);
    int mask = slots.length - 1;
    for (int slot = hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int node = (int) slots[slot] - 1;
      if (hash(slots[slot]) == hash
          && parents[node] == parent
          && arena.isAt(components[node], name, from, to)) {
        return node;
      }
    }
    return NONE;
  }

  /** Attaches a node as a child with a name that the parent does not have yet. */
  void attach(int parent, Bytes name, int from, int to, int node) {
    components[node] = arena.add(name, from, to);
    hashes[node] = keyed.of(parent, name, from, to);
    liveBytes += ByteArena.bytesFor(to - from);
    parents[node] = parent;
    int first = firstChildren[parent];
    nextSiblings[node] = first;
    previousSiblings[node] = NONE;
    if (first != NONE) {
      previousSiblings[first] = node;
    }
    firstChildren[parent] = node;
    enter(node);
  }

  /** Detaches a node from its parent, with all nodes below it. */
  void detach(int node) {
    if (leadsToCached[node] || firstChildren[node] != NONE) {
      moves++;
    }
    removeFromTable(node);
    int next = nextSiblings[node];
    int before = previousSiblings[node];
    if (next != NONE) {
      previousSiblings[next] = before;
    }
    if (before != NONE) {
      nextSiblings[before] = next;
    } else {
      firstChildren[parents[node]] = next;
    }
    parents[node] = NONE;
    liveBytes -= ByteArena.bytesFor(arena.length(components[node]));
    if (arena.bytes() > FIRST_ARENA_BYTES && arena.bytes() > 2 * liveBytes) {
      compact();
    }
  }

  /** Returns the next node below a top node, in an order that visits each node once. */
  int nextBelow(int top, int node) {
    if (firstChildren[node] != NONE) {
      return firstChildren[node];
    }
    int at = node;
    while (at != top) {
      if (nextSiblings[at] != NONE) {
        return nextSiblings[at];
      }
      at = parents[at];
    }
    return NONE;
  }

  private void enter(int node) {
    int mask = slots.length - 1;
    int slot = hashes[node] & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = (long) hashes[node] << Integer.SIZE | (node + 1);
  }

  private static int hash(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }

  /**
   * Removes a node from the hash table. Moves later entries up, so that no search ends too early.
   */
  private void removeFromTable(int node) {
    int mask = slots.length - 1;
    int hole = hashes[node] & mask;
    while ((int) slots[hole] != node + 1) {
      hole = (hole + 1) & mask;
    }
    slots[hole] = 0;
    for (int slot = (hole + 1) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int wanted = hash(slots[slot]) & mask;
      boolean isBehindHole = ((slot - wanted) & mask) >= ((slot - hole) & mask);
      if (isBehindHole) {
        slots[hole] = slots[slot];
        slots[slot] = 0;
        hole = slot;
      }
    }
  }

  private void rehash(int length) {
    long[] old = slots;
    slots = new long[length];
    for (long entry : old) {
      if (entry != 0) {
        enter((int) entry - 1);
      }
    }
  }

  /** Drops strings that no node uses any longer. */
  private void compact() {
    ByteArena compacted = new ByteArena();
    for (long entry : slots) {
      if (entry != 0) {
        int node = (int) entry - 1;
        components[node] = compacted.addFrom(arena, components[node]);
      }
    }
    for (int node = 0; node < used; node++) {
      if (isMoved(node)) {
        origins[node] = compacted.addFrom(arena, origins[node]);
      }
    }
    arena = compacted;
  }
}
