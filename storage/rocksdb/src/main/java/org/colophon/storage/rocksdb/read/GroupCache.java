// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Recently read groups by family, class and group, bounded by bytes. After a seal is stored, the
 * writer evicts the groups that it changed. A group that is being loaded at this time is evicted
 * after its load.
 */
public final class GroupCache implements Groups {
  private static final int INITIAL_GROUPS = 1 << 8;

  private final GroupLoader loader;
  private final Cache<Long, Group> cache;

  public GroupCache(Database database, long maxBytes) {
    this.loader = new GroupLoader(database);
    this.cache =
        Caffeine.newBuilder()
            .initialCapacity(INITIAL_GROUPS)
            .maximumWeight(maxBytes)
            .weigher((Long key, Group group) -> group.weight())
            .executor(Runnable::run)
            .build();
  }

  @Override
  public Group get(int family, long id, int factClass) {
    final long group = id >>> StoreFormat.GROUP_BITS;
    return cache.get(key(family, group, factClass), key -> loader.load(family, group, factClass));
  }

  /** Evicts a group that a seal changed. */
  public void changed(int family, long group, int factClass) {
    cache.invalidate(key(family, group, factClass));
  }

  private static Long key(int family, long group, int factClass) {
    return (group << StoreFormat.CLASS_BITS | factClass) << 1 | family - StoreFormat.BY_OBJECT;
  }
}
