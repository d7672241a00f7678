// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * File mappings of a process, by address. Each mapping is an access, whose end is reported at the
 * unmapping.
 */
public final class Mappings {
  /**
   * A mapping that reads from or writes to an object until it ends.
   *
   * @param object the mapped object; 0 for memory that no other process shares yet
   * @param isShared true if writes reach the object and children inherit it
   * @param mayBeWritten true if the process can make the mapping writable later
   */
  public record Mapping(
      long from, long to, long object, boolean isShared, boolean isWritten, boolean mayBeWritten) {
    /** Returns this mapping as writable. */
    public Mapping written() {
      return new Mapping(from, to, object, isShared, true, true);
    }
  }

  private final TreeMap<Long, Mapping> byAddress = new TreeMap<>(Long::compareUnsigned);

  public boolean isEmpty() {
    return byAddress.isEmpty();
  }

  public boolean isAnyWritten() {
    return byAddress.values().stream().anyMatch(each -> each.object != 0 && each.isWritten);
  }

  public void add(Mapping mapping) {
    byAddress.put(mapping.from, mapping);
  }

  /** Returns the mappings that a forked child shares. */
  public List<Mapping> shared() {
    return byAddress.values().stream().filter(Mapping::isShared).toList();
  }

  public boolean leadsTo(long object) {
    for (Mapping mapping : byAddress.values()) {
      if (mapping.object == object) {
        return true;
      }
    }
    return false;
  }

  /**
   * Removes and returns the next mapping that begins in an address range, or null. If only a later
   * part of a mapping is unmapped, the mapping remains.
   */
  public @Nullable Mapping removeIn(long from, long to) {
    Map.Entry<Long, Mapping> entry = byAddress.ceilingEntry(from);
    if (entry == null || Long.compareUnsigned(entry.getKey(), to) >= 0) {
      return null;
    }
    byAddress.remove(entry.getKey());
    return entry.getValue();
  }

  /** Moves a mapping, as mremap does. */
  public void move(long from, long to) {
    Mapping old = byAddress.remove(from);
    if (old != null) {
      long end = to + (old.to - old.from);
      add(new Mapping(to, end, old.object, old.isShared, old.isWritten, old.mayBeWritten));
    }
  }

  /** Returns the mappings that have addresses in a range. */
  public List<Mapping> in(long from, long to) {
    Map.Entry<Long, Mapping> before = byAddress.floorEntry(from);
    long first =
        before != null && Long.compareUnsigned(from, before.getValue().to) < 0
            ? before.getKey()
            : from;
    return List.copyOf(byAddress.subMap(first, to).values());
  }
}
