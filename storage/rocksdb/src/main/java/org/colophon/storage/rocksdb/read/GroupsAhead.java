// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.List;
import org.colophon.core.model.Lsn;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Reads groups for a scan in ascending order. The next groups are read together, twice as many each
 * time, so that one iterator serves many; a group elsewhere is read alone. One thread.
 */
public final class GroupsAhead implements Groups {
  private static final int MAX_GROUPS = 16;

  private final GroupLoader loader;
  private final long untilLsn;
  private final Window[][] windows = new Window[2][1 << StoreFormat.CLASS_BITS];

  /** Consecutive groups of a class. */
  private record Window(long first, List<Group> groups) {
    boolean has(long group) {
      return first <= group && group < end();
    }

    long end() {
      return first + groups.size();
    }
  }

  /**
   * @param markedLsn the first LSN of seals of version 4
   */
  public GroupsAhead(Database database, long markedLsn) {
    this(new GroupLoader(database, markedLsn), Lsn.LATEST);
  }

  private GroupsAhead(GroupLoader loader, long untilLsn) {
    this.loader = loader;
    this.untilLsn = untilLsn;
  }

  @Override
  public Groups until(long lsn, long visibleLsn) {
    return new GroupsAhead(loader, Math.min(lsn, untilLsn));
  }

  @Override
  public Group get(int family, long id, int factClass) {
    final long group = id >>> StoreFormat.GROUP_BITS;
    final Window[] ofFamily = windows[family - StoreFormat.BY_OBJECT];
    Window window = ofFamily[factClass];
    if (window == null || !window.has(group)) {
      boolean isNext = window != null && window.end() == group;
      int count = isNext ? Math.min(2 * window.groups.size(), MAX_GROUPS) : 1;
      window = new Window(group, loader.load(family, group, count, factClass, untilLsn));
      ofFamily[factClass] = window;
    }
    return window.groups.get((int) (group - window.first));
  }
}
