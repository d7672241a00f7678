package org.colophon.reporters.strace.replay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The file mappings of a process whose end is to be reported, by address. */
final class Mappings {
  /**
   * A mapping that reads from or writes to an object until it ends.
   *
   * @param object 0 for memory that no other process has yet
   * @param isShared whether what is written goes to the object, and a child has it, too
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

  /** What a child has that was forked now. */
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
   * Takes out the next mapping that begins in a range of addresses, or null. What is unmapped only
   * in part stays until its begin goes.
   */
  Mapping removeIn(long from, long to) {
    Map.Entry<Long, Mapping> entry = byAddress.ceilingEntry(from);
    if (entry == null || Long.compareUnsigned(entry.getKey(), to) >= 0) {
      return null;
    }
    byAddress.remove(entry.getKey());
    return entry.getValue();
  }

  /** Moves the mapping at an address, as mremap does. */
  void move(long from, long to) {
    Mapping old = byAddress.remove(from);
    if (old != null) {
      add(new Mapping(to, to + (old.to - old.from), old.object, old.isShared, old.isWritten));
    }
  }

  /** The mapping at an address, or null. */
  Mapping at(long address) {
    return byAddress.get(address);
  }
}
