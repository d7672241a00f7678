package org.colophon.storage.neo4j;

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
 * Decoded facts that were read lately, by id and {@link FactClass}, bounded by bytes. Shared by all
 * readers of a database.
 *
 * <p>The writer takes out what a window changed, after it is committed. A fact that is being loaded
 * at that moment is taken out when it is there, since the cache loads and removes one key in turn;
 * a load that begins later sees the commit. Names move with the folders above them, so they are not
 * taken out but hold only as long as no name changed at all.
 */
final class FactCache {
  private static final int OVERHEAD = 80;
  private static final int NODE_BYTES = 400;
  private static final int NAME_BYTES = 160;

  /**
   * The names of an object.
   *
   * @param epoch no name changed after it
   */
  record Names(long epoch, List<NameBinding> bindings) {
    Names {
      bindings = List.copyOf(bindings);
    }
  }

  private final Cache<Long, Object> cache;
  private final AtomicLong nameEpoch = new AtomicLong();

  /** Whether anybody read yet: until then the writer need not look. */
  private volatile boolean isUsed;

  FactCache(long maxBytes) {
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((Long key, Object facts) -> weight(facts))
            .executor(Runnable::run)
            .build();
  }

  /** The cache of a database. */
  static FactCache of(GraphDatabase database) {
    return database.shared(
        FactCache.class, shared -> new FactCache(shared.config().readCacheBytes()));
  }

  private static int weight(Object facts) {
    return (int) Math.min(Integer.MAX_VALUE, OVERHEAD + bytes(facts));
  }

  /** About how much memory facts take. */
  private static long bytes(Object facts) {
    if (facts instanceof long[] rows) {
      return (long) rows.length * Long.BYTES;
    }
    if (facts instanceof Names names) {
      return names.bindings().stream().mapToLong(each -> NAME_BYTES + each.path().length()).sum();
    }
    if (facts instanceof ProcessInfo process) {
      return NODE_BYTES + WindowRecord.weight(process.declaration());
    }
    if (facts instanceof ObjectInfo object) {
      return NODE_BYTES + WindowRecord.weight(object.declaration());
    }
    throw new AssertionError(facts.getClass());
  }

  /** The rows of facts of a class about an id. */
  long[] rows(int factClass, long id, LongFunction<long[]> loader) {
    return (long[]) get(factClass, id, loader);
  }

  /** What is known of an id as one value; null is not kept. */
  Object get(int factClass, long id, LongFunction<?> loader) {
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

  /** Whether an id leaves room for the class. None of ours does not, but people may ask for any. */
  private static boolean isKey(long id) {
    return id >>> (Long.SIZE - FactClass.BITS) == 0;
  }

  /** The names of an object. */
  List<NameBinding> names(long object, LongFunction<List<NameBinding>> loader) {
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

  /** Takes out what a window changed that was just committed. */
  void changed(Window window, boolean changesNames) {
    if (changesNames) {
      nameEpoch.incrementAndGet();
    }
    if (!isUsed) {
      return; // who reads from now on sees the commit
    }
    final AccessTable accesses = window.accesses;
    for (int row = 0; row < accesses.rows(); row++) {
      final int type = FactClass.typeOf(accesses.mode[row]);
      drop(FactClass.PROCESS_ACCESSES + type, accesses.process[row]);
      drop(FactClass.OBJECT_ACCESSES + type, accesses.object[row]);
    }
    window.records.forEach(this::changed);
  }

  private void changed(WindowRecord r) {
    switch (r.type) {
      case PROCESS, EXIT -> drop(FactClass.PROCESS, r.process);
      case OBJECT -> drop(FactClass.OBJECT, r.object);
      case CUT -> drop(FactClass.CUTS, r.object);
      case LINK -> {
        drop(FactClass.CAUSES, r.process);
        drop(FactClass.EFFECTS, r.cause);
      }
      case DERIVATION -> {
        drop(FactClass.DERIVATIONS_OF, r.object);
        drop(FactClass.DERIVATIONS_FROM, r.cause);
      }
      default -> {}
    }
  }

  /** Forgets everything, for a store that was emptied behind its back. */
  void clear() {
    nameEpoch.incrementAndGet();
    cache.invalidateAll();
  }

  private void drop(int factClass, long id) {
    cache.invalidate((id << FactClass.BITS) | factClass);
  }
}
