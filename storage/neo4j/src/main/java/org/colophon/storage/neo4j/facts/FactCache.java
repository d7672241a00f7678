// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.facts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.neo4j.database.GraphDatabase;

/**
 * Recently read facts by class and id, bounded by bytes. All readers of a database share it.
 *
 * <p>After the commit of a window, the writer evicts the facts that it changed. A fact that is
 * being loaded at this time is evicted after its load, since the cache serializes calls for one
 * key. Names move with the directories above them, so any change of names invalidates all cached
 * names.
 */
public final class FactCache {
  /**
   * First fact class of the accesses of a process; the code of the representative mode is added to
   * it.
   */
  public static final int PROCESS_ACCESSES = 0;

  /**
   * First fact class of the accesses of an object; the code of the representative mode is added to
   * it.
   */
  public static final int OBJECT_ACCESSES = PROCESS_ACCESSES + AccessMode.COUNT;

  public static final int CAUSES = OBJECT_ACCESSES + AccessMode.COUNT;
  public static final int EFFECTS = CAUSES + 1;
  public static final int PROCESS = CAUSES + 2;
  public static final int DERIVATIONS_OF = CAUSES + 3;
  public static final int DERIVATIONS_FROM = CAUSES + 4;
  public static final int CUTS = CAUSES + 5;
  public static final int OBJECT = CAUSES + 6;
  private static final int NAMES = CAUSES + 7;

  private static final int CLASS_BITS = 5;
  private static final int FACT_BYTES = 128;
  private static final int OVERHEAD = 80;
  private static final int NODE_BYTES = 400;
  private static final int NAME_BYTES = 160;

  /**
   * The names of an object.
   *
   * @param epoch the number of changes of names before the load
   */
  record Names(long epoch, List<NameBinding> bindings) {
    Names {
      bindings = List.copyOf(bindings);
    }
  }

  private final Cache<Long, Object> cache;
  private final AtomicLong nameEpoch = new AtomicLong();

  /** False before the first read. */
  private volatile boolean isUsed;

  public FactCache(long maxBytes) {
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((Long key, Object facts) -> weight(facts))
            .executor(Runnable::run)
            .build();
  }

  /** Returns the cache of a database. */
  public static FactCache of(GraphDatabase database) {
    return database.shared(
        FactCache.class, shared -> new FactCache(shared.config().readCacheBytes()));
  }

  private static int weight(Object facts) {
    return (int) Math.min(Integer.MAX_VALUE, OVERHEAD + bytes(facts));
  }

  /** Returns the approximate size of facts in bytes. */
  private static long bytes(Object facts) {
    if (facts instanceof List<?> list) {
      return (long) list.size() * FACT_BYTES;
    }
    if (facts instanceof Names names) {
      return names.bindings().stream().mapToLong(each -> NAME_BYTES + each.path().length()).sum();
    }
    if (facts instanceof ProcessInfo process) {
      return NODE_BYTES + NodeProperties.weight(process.declaration());
    }
    if (facts instanceof ObjectInfo object) {
      return NODE_BYTES + NodeProperties.weight(object.declaration());
    }
    throw new AssertionError(facts.getClass());
  }

  /** Returns the facts of a class about an id. Does not cache null. */
  @SuppressWarnings("unchecked") // each class has values of one type
  public <T> T get(int factClass, long id, LongFunction<T> loader) {
    if (!isKey(id)) {
      return loader.apply(id);
    }
    final Long key = key(factClass, id);
    final Object known = cache.getIfPresent(key);
    if (known != null) {
      return (T) known;
    }
    isUsed = true;
    return (T) cache.get(key, missing -> loader.apply(id));
  }

  /** Returns whether a key has room for the id and the class. Callers may pass any id. */
  private static boolean isKey(long id) {
    return id >>> (Long.SIZE - CLASS_BITS) == 0;
  }

  public List<NameBinding> names(long object, LongFunction<List<NameBinding>> loader) {
    if (!isKey(object)) {
      return loader.apply(object);
    }
    final Long key = key(NAMES, object);
    final long epoch = nameEpoch.get(); // before the transaction that reads
    if (cache.getIfPresent(key) instanceof Names known && known.epoch() == epoch) {
      return known.bindings();
    }
    isUsed = true;
    Names loaded = new Names(epoch, loader.apply(object));
    cache.put(key, loaded);
    return loaded.bindings();
  }

  /** Invalidates all names, after a commit that changed some. */
  public void namesChanged() {
    nameEpoch.incrementAndGet();
  }

  /** Returns whether anything was read yet; otherwise the writer need not evict anything. */
  public boolean isUsed() {
    return isUsed;
  }

  /** Returns the key of facts for {@link #evict}. */
  public static long key(int factClass, long id) {
    return (id << CLASS_BITS) | factClass;
  }

  /** Evicts facts after a commit that changed them. */
  public void evict(Collection<Long> keys) {
    cache.invalidateAll(keys);
  }

  /** Evicts everything, for a store that was emptied directly. */
  public void clear() {
    nameEpoch.incrementAndGet();
    cache.invalidateAll();
  }
}
