package org.colophon.storage.rocksdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksIterator;

/**
 * The groups that were read lately, by family, class and group, bounded by bytes. The writer takes
 * out what a seal changed, after the seal is in the store; a group that is being loaded then is
 * taken out when it is there.
 */
final class GroupCache implements GroupSealer.GroupListener {
  private static final int INITIAL_GROUPS = 1 << 8;

  private final Database database;
  private final Cache<Long, Group> cache;

  GroupCache(Database database, long maxBytes) {
    this.database = database;
    this.cache =
        Caffeine.newBuilder()
            .initialCapacity(INITIAL_GROUPS)
            .maximumWeight(maxBytes)
            .weigher((Long key, Group group) -> group.weight())
            .executor(Runnable::run)
            .build();
  }

  /** The facts of a class about the group that an id belongs to. */
  Group get(int family, long id, int factClass) {
    final long group = id >>> StoreFormat.GROUP_BITS;
    return cache.get(key(family, group, factClass), key -> load(family, group, factClass));
  }

  @Override
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
    // First, so that a seal that comes between the two is seen whole or not at all.
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
