package org.colophon.storage.rocksdb.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.rocksdb.RocksIterator;

/**
 * Recently read groups by family, class and group, bounded by bytes. The writer evicts what a seal
 * changed after the seal is stored; a group that is being loaded then is evicted after its load.
 */
public final class GroupCache {
  private static final int INITIAL_GROUPS = 1 << 8;

  private final Database database;
  private final Cache<Long, Group> cache;

  public GroupCache(Database database, long maxBytes) {
    this.database = database;
    this.cache =
        Caffeine.newBuilder()
            .initialCapacity(INITIAL_GROUPS)
            .maximumWeight(maxBytes)
            .weigher((Long key, Group group) -> group.weight())
            .executor(Runnable::run)
            .build();
  }

  /** Returns the facts of a class about the group of an id. */
  public Group get(int family, long id, int factClass) {
    final long group = id >>> StoreFormat.GROUP_BITS;
    return cache.get(key(family, group, factClass), key -> load(family, group, factClass));
  }

  /** Evicts a group that a seal changed. */
  public void changed(int family, long group, int factClass) {
    cache.invalidate(key(family, group, factClass));
  }

  private static Long key(int family, long group, int factClass) {
    return (group << StoreFormat.CLASS_BITS | factClass) << 1 | family - StoreFormat.BY_OBJECT;
  }

  private Group load(int family, long group, int factClass) {
    byte[] prefix =
        new ByteWriter(StoreFormat.GROUP_PREFIX).putLong(group).putByte(factClass).copy();
    int later = StoreFormat.later(family);
    // First, so that a seal between the two scans is visible as a whole or not at all.
    List<byte[]> laterValues = database.has(later) ? scan(later, prefix) : List.of();
    List<byte[]> values = scan(family, prefix);
    values.addAll(laterValues);
    return Group.of(values);
  }

  private List<byte[]> scan(int family, byte[] prefix) {
    return database.scanGroup(family, iterator -> values(iterator, prefix));
  }

  private static List<byte[]> values(RocksIterator iterator, byte[] prefix) {
    List<byte[]> values = new ArrayList<>();
    for (iterator.seek(prefix); iterator.isValid(); iterator.next()) {
      byte[] key = iterator.key();
      if (!Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
        break;
      }
      values.add(iterator.value());
    }
    return values;
  }
}
