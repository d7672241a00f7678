// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.model.Lsn;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Recently read groups by family, class and group, bounded by bytes. The stores of a process share
 * the bound. After a seal is stored, the writer evicts the groups that it changed. A group that is
 * being loaded at this time is evicted after its load.
 */
public final class GroupCache implements Groups, AutoCloseable {
  private static final int INITIAL_GROUPS = 1 << 8;

  /** The caches of this process, by their bound in bytes. */
  private static final Map<Long, Cache<Key, Group>> SHARED = new ConcurrentHashMap<>();

  private final GroupLoader loader;
  private final Cache<Key, Group> cache;

  /**
   * A group, or a part of it. A later seal may update facts of the part. Then the store has a later
   * visible LSN.
   */
  private record Key(GroupCache store, long group, long untilLsn, long visibleLsn) {}

  /**
   * @param markedLsn the first LSN of seals of version 4
   */
  public GroupCache(Database database, long maxBytes, long markedLsn) {
    this.loader = new GroupLoader(database, markedLsn);
    this.cache = SHARED.computeIfAbsent(maxBytes, GroupCache::cache);
  }

  private static Cache<Key, Group> cache(long maxBytes) {
    return Caffeine.newBuilder()
        .initialCapacity(INITIAL_GROUPS)
        .maximumWeight(maxBytes)
        .weigher((Key key, Group group) -> group.weight())
        .executor(Runnable::run)
        .build();
  }

  @Override
  public Group get(int family, long id, int factClass) {
    return get(family, id, factClass, Lsn.LATEST, Lsn.LATEST);
  }

  private Group get(int family, long id, int factClass, long untilLsn, long visibleLsn) {
    final long group = id >>> StoreFormat.GROUP_BITS;
    final Key key = new Key(this, key(family, group, factClass), untilLsn, visibleLsn);
    final Group found = cache.get(key, each -> loader.load(family, group, factClass, untilLsn));
    if (found.damage() != null) {
      cache.invalidate(key); // the next read may succeed
    }
    return found;
  }

  @Override
  public Groups until(long lsn, long visibleLsn) {
    return new View(lsn, visibleLsn);
  }

  /** Parts of groups in the same cache. */
  private final class View implements Groups {
    private final long untilLsn;
    private final long visibleLsn;

    View(long untilLsn, long visibleLsn) {
      this.untilLsn = untilLsn;
      this.visibleLsn = visibleLsn;
    }

    @Override
    public Group get(int family, long id, int factClass) {
      return GroupCache.this.get(family, id, factClass, untilLsn, visibleLsn);
    }

    @Override
    public Groups until(long lsn, long nowVisibleLsn) {
      return new View(Math.min(lsn, untilLsn), nowVisibleLsn);
    }
  }

  /** Evicts a group that a seal changed. */
  public void changed(int family, long group, int factClass) {
    cache.invalidate(new Key(this, key(family, group, factClass), Lsn.LATEST, Lsn.LATEST));
  }

  /** Evicts the groups of this store. */
  @Override
  public void close() {
    cache.asMap().keySet().removeIf(each -> each.store == this);
  }

  private static long key(int family, long group, int factClass) {
    return (group << StoreFormat.CLASS_BITS | factClass) << 1 | family - StoreFormat.BY_OBJECT;
  }
}
