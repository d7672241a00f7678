package org.colophon.storage.neo4j.facts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.neo4j.database.GraphDatabase;

/**
 * Recently read facts by id and {@link FactClass}, bounded by bytes. All readers of a database
 * share it.
 *
 * <p>The writer evicts what a window changed after its commit. A fact that is being loaded then is
 * evicted after its load, since the cache serializes calls for one key. Names move with the
 * directories above them, so any change of names invalidates all of them.
 */
public final class FactCache {
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

  /** The cache of a database. */
  public static FactCache of(GraphDatabase database) {
    return database.shared(
        FactCache.class, shared -> new FactCache(shared.config().readCacheBytes()));
  }

  private static int weight(Object facts) {
    return (int) Math.min(Integer.MAX_VALUE, OVERHEAD + bytes(facts));
  }

  /** Returns the approximate size of facts in bytes. */
  private static long bytes(Object facts) {
    if (facts instanceof long[] rows) {
      return (long) rows.length * Long.BYTES;
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

  /** Returns the rows of a class of facts about an id. */
  public long[] rows(int factClass, long id, LongFunction<long[]> loader) {
    return (long[]) get(factClass, id, loader);
  }

  /** Returns one value about an id; null is not kept. */
  public Object get(int factClass, long id, LongFunction<?> loader) {
    if (!isKey(id)) {
      return loader.apply(id);
    }
    final Long key = (id << FactClass.BITS) | factClass;
    final Object known = cache.getIfPresent(key);
    if (known != null) {
      return known;
    }
    isUsed = true;
    return cache.get(key, missing -> loader.apply(id));
  }

  /** Returns whether an id leaves room for the class. Users may ask for any number. */
  private static boolean isKey(long id) {
    return id >>> (Long.SIZE - FactClass.BITS) == 0;
  }

  /** Returns the names of an object. */
  public List<NameBinding> names(long object, LongFunction<List<NameBinding>> loader) {
    if (!isKey(object)) {
      return loader.apply(object);
    }
    final Long key = (object << FactClass.BITS) | FactClass.NAMES;
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

  /** Evicts facts after a commit that changed them. */
  public void evict(int factClass, long id) {
    cache.invalidate((id << FactClass.BITS) | factClass);
  }

  /** Evicts everything, for a store that was emptied directly. */
  public void clear() {
    nameEpoch.incrementAndGet();
    cache.invalidateAll();
  }
}
