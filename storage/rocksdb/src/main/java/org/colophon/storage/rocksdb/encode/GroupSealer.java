// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Arrays;
import org.colophon.core.model.Lsn;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.pack.GroupPacker;

/**
 * Turns a {@link WriteBuffer} into values: one for each direction, group of ids and class, in
 * ascending order of keys. The cost per value limits the store's speed, so values are few and
 * large.
 *
 * <p>One sort of longs orders everything: {@code group | class | id in group | item}.
 */
public final class GroupSealer {
  private static final int ITEM_BITS = 22;
  private static final int ITEM_MASK = (1 << ITEM_BITS) - 1;
  private static final int ID_SHIFT = ITEM_BITS;
  private static final int CLASS_SHIFT = ID_SHIFT + StoreFormat.GROUP_BITS;
  private static final int GROUP_SHIFT = CLASS_SHIFT + StoreFormat.CLASS_BITS;
  private static final int CLASS_MASK = (1 << StoreFormat.CLASS_BITS) - 1;

  /** The largest id that fits into a sort key. */
  public static final long MAX_ID =
      (1L << (Long.SIZE - 1 - GROUP_SHIFT + StoreFormat.GROUP_BITS)) - 1;

  private final RunEncoder encoder = new RunEncoder();
  private final GroupPacker packer = new GroupPacker();
  private final ByteWriter index = new ByteWriter(1 << 10);
  private final ByteWriter items = new ByteWriter(1 << 14);
  private final long[][] changed = new long[StoreFormat.NAMES.size()][64];
  private final int[] changes = new int[StoreFormat.NAMES.size()];
  private final SortKeys sorter = new SortKeys();
  private final long[] lastGroups;
  private long[] sortKeys = new long[0];
  private long firstLsn;

  /**
   * @param lastGroups the last group with facts by family, -1 without facts; for {@link
   *     StoreFormat#BY_OBJECT} and {@link StoreFormat#BY_PROCESS}
   */
  public GroupSealer(long[] lastGroups) {
    this.lastGroups = lastGroups.clone();
  }

  /** Receives the groups of facts that a seal changed. */
  public interface GroupListener {
    void changed(int family, long group, int factClass);
  }

  /** Adds the facts of a buffer to a batch. */
  public void seal(WriteBuffer buffer, BatchEncoder batch) {
    encoder.encode(buffer.runs, buffer.baseLsn(), buffer.baseMillis());
    seal(buffer, StoreFormat.BY_OBJECT, batch);
    seal(buffer, StoreFormat.BY_PROCESS, batch);
    putGroups(buffer.baseLsn(), batch);
  }

  /** Adds the list of the groups of objects, for searches in a range of times. */
  private void putGroups(long sealLsn, BatchEncoder batch) {
    index.clear();
    long previous = -1;
    for (int i = 0; i < changes[StoreFormat.BY_OBJECT]; i++) {
      final long group = changed[StoreFormat.BY_OBJECT][i] >>> StoreFormat.CLASS_BITS;
      if (group != previous) {
        index.putVarint(group - Math.max(0, previous));
        previous = group;
      }
    }
    batch.put(StoreFormat.META, StoreFormat.key(StoreFormat.GROUPS_KEY, sealLsn), index);
  }

  private void seal(WriteBuffer buffer, int family, BatchEncoder batch) {
    final int count = sort(buffer, family);
    changes[family] = 0;
    final long[] keys = sortKeys;
    int from = 0;
    while (from < count) {
      final long groupAndClass = keys[from] >>> CLASS_SHIFT;
      int to = from + 1;
      while (to < count && keys[to] >>> CLASS_SHIFT == groupAndClass) {
        to++;
      }
      sealGroup(buffer, family, from, to, batch);
      from = to;
    }
  }

  private int sort(WriteBuffer buffer, int family) {
    final RunBuffer runs = buffer.runs;
    final FactBuffer facts = buffer.facts;
    final long[] runIds = family == StoreFormat.BY_OBJECT ? runs.runObject : runs.runProcess;
    final int runCount = runs.runs();
    final long[] keys = sorter.room(runCount + facts.facts());
    for (int run = 0; run < runCount; run++) {
      keys[run] = sortKey(runIds[run], runs.runMode[run], run);
    }
    int count = runCount;
    for (int fact = 0; fact < facts.facts(); fact++) {
      if (facts.family(fact) == family) {
        keys[count++] = sortKey(facts.id(fact), facts.factClass(fact), runCount + fact);
      }
    }
    sortKeys = sorter.sort(count, ITEM_BITS);
    return count;
  }

  private static long sortKey(long id, int factClass, int item) {
    final long group = id >>> StoreFormat.GROUP_BITS;
    final long idInGroup = id & StoreFormat.GROUP_SIZE - 1;
    return group << GROUP_SHIFT | (long) factClass << CLASS_SHIFT | idInGroup << ID_SHIFT | item;
  }

  private void sealGroup(WriteBuffer buffer, int family, int from, int to, BatchEncoder batch) {
    final long[] keys = sortKeys;
    index.clear();
    items.clear();
    firstLsn = Lsn.OPEN;
    index.putVarint(buffer.baseLsn()).putVarint(buffer.baseMillis());
    index.putVarint(countIds(from, to));
    int previousId = 0;
    int at = from;
    while (at < to) {
      final int id = idInGroup(keys[at]);
      final int start = items.size();
      boolean updates = false;
      for (; at < to && idInGroup(keys[at]) == id; at++) {
        updates |= putItem(buffer, family, (int) keys[at] & ITEM_MASK);
      }
      index.putVarint(id - previousId);
      index.putVarint((long) (items.size() - start) << 1 | (updates ? 1 : 0));
      previousId = id;
    }
    final long group = keys[from] >>> GROUP_SHIFT;
    final int factClass = (int) (keys[from] >>> CLASS_SHIFT) & CLASS_MASK;
    final boolean isLater = group <= lastGroups[family];
    final int place = isLater ? StoreFormat.later(family) : family;
    final ByteWriter packed = packer.pack(family, factClass, index, items);
    if (packed != null) {
      items.clear();
    }
    batch.putGroup(
        place, group, factClass, buffer.baseLsn(), packed == null ? index : packed, items);
    if (firstLsn < buffer.baseLsn()) {
      index.clear();
      items.clear();
      index.putVarint(firstLsn);
      final int marked = factClass | StoreFormat.BEGAN_EARLIER;
      batch.putGroup(StoreFormat.later(family), group, marked, buffer.baseLsn(), index, items);
    }
    addChange(family, keys[from] >>> CLASS_SHIFT);
  }

  private void addChange(int family, long groupAndClass) {
    if (changes[family] == changed[family].length) {
      changed[family] = Arrays.copyOf(changed[family], changes[family] * 2);
    }
    changed[family][changes[family]++] = groupAndClass;
  }

  /** Reports the groups that the last seal changed, after it was stored. */
  public void sealed(GroupListener listener) {
    for (int family = 0; family < changes.length; family++) {
      for (int i = 0; i < changes[family]; i++) {
        final long group = changed[family][i] >>> StoreFormat.CLASS_BITS;
        listener.changed(family, group, (int) changed[family][i] & CLASS_MASK);
        lastGroups[family] = Math.max(lastGroups[family], group);
      }
    }
  }

  private int countIds(int from, int to) {
    int ids = 1;
    for (int i = from + 1; i < to; i++) {
      ids += idInGroup(sortKeys[i]) == idInGroup(sortKeys[i - 1]) ? 0 : 1;
    }
    return ids;
  }

  private static int idInGroup(long key) {
    return (int) (key >>> ID_SHIFT) & StoreFormat.GROUP_SIZE - 1;
  }

  private boolean putItem(WriteBuffer buffer, int family, int number) {
    final RunBuffer runs = buffer.runs;
    if (number >= runs.runs()) {
      final int fact = number - runs.runs();
      buffer.facts.copy(fact, items);
      firstLsn = Math.min(firstLsn, buffer.facts.firstLsn(fact));
      return false;
    }
    items.putVarint(
        family == StoreFormat.BY_OBJECT ? runs.runProcess[number] : runs.runObject[number]);
    encoder.copyBody(number, items);
    final long firstUpdate = encoder.firstUpdate(number);
    firstLsn = Math.min(firstLsn, firstUpdate);
    return firstUpdate != Lsn.OPEN;
  }
}
