package org.colophon.reporters.strace.replay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** File mappings of a process, by address, whose end is to be reported. */
final class Mappings {
  /**
   * A mapping that reads from or writes to an object until it ends.
   *
   * @param object 0 for memory that no other process shares yet
   * @param isShared whether writes reach the object and children inherit it
   */
  record Mapping(long from, long to, long object, boolean isShared, boolean isWritten) {}

  private final TreeMap<Long, Mapping> byAddress = new TreeMap<>(Long::compareUnsigned);

  boolean isEmpty() {
    return byAddress.isEmpty();
  }

  boolean isAnyWritten() {
    return byAddress.values().stream().anyMatch(each -> each.object != 0 && each.isWritten);
  }

  void add(Mapping mapping) {
    byAddress.put(mapping.from, mapping);
  }

  /** Returns the mappings that a forked child shares. */
  List<Mapping> shared() {
    return byAddress.values().stream().filter(Mapping::isShared).toList();
  }

  boolean leadsTo(long object) {
    for (Mapping mapping : byAddress.values()) {
      if (mapping.object == object) {
        return true;
      }
    }
    return false;
  }

  /**
   * Removes and returns the next mapping that begins in an address range, or null. A partly
   * unmapped mapping remains until its begin is unmapped.
   */
  Mapping removeIn(long from, long to) {
    Map.Entry<Long, Mapping> entry = byAddress.ceilingEntry(from);
    if (entry == null || Long.compareUnsigned(entry.getKey(), to) >= 0) {
      return null;
    }
    byAddress.remove(entry.getKey());
    return entry.getValue();
  }

  /** Moves a mapping, as mremap does. */
  void move(long from, long to) {
    Mapping old = byAddress.remove(from);
    if (old != null) {
      add(new Mapping(to, to + (old.to - old.from), old.object, old.isShared, old.isWritten));
    }
  }

  Mapping at(long address) {
    return byAddress.get(address);
  }
}
