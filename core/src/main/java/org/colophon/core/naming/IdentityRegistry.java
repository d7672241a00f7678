package org.colophon.core.naming;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.colophon.core.model.Bytes;

/**
 * Gives processes and objects their ids: dense, rising, in order of first sight, so that what
 * happens together lies together in the stores. Any thread.
 */
public final class IdentityRegistry {
  private final ConcurrentHashMap<Bytes, Long> known = new ConcurrentHashMap<>();
  private final Set<Long> claimed = ConcurrentHashMap.newKeySet();
  private final ToLongFunction<Bytes> historic;
  private final AtomicLong next;

  /**
   * A registry.
   *
   * @param firstFree the smallest id that is still free
   * @param historic what the store knew when this run began, 0 for nothing
   */
  public IdentityRegistry(long firstFree, ToLongFunction<Bytes> historic) {
    this.next = new AtomicLong(firstFree);
    this.historic = historic;
  }

  /** The smallest id that nobody was given yet. */
  public long nextId() {
    return next.get();
  }

  /** Whether an id was given out, in this run or before. */
  public boolean isGiven(long id) {
    return id > 0 && id < next.get();
  }

  /** A new id. */
  public long newId() {
    return next.getAndIncrement();
  }

  /** The id with an identity, 0 if there is none. */
  public long find(Bytes identity) {
    Long id = known.get(identity);
    return id != null ? id : historic.applyAsLong(identity);
  }

  /**
   * Gives an identity to an id, unless it has one already.
   *
   * @return the id that has the identity now
   */
  public long claim(Bytes identity, long id) {
    Long before = known.putIfAbsent(identity, id);
    if (before != null) {
      return before;
    }
    claimed.add(id);
    return id;
  }

  /** Whether an id was given an identity in this run. */
  public boolean isClaimed(long id) {
    return claimed.contains(id);
  }
}
