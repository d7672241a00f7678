// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.colophon.core.model.Bytes;

/**
 * Assigns ids to processes and objects: dense, rising, in order of first sight, so that ids of
 * concurrent events are close together in the stores. Any thread.
 *
 * <p>The identities are kept in two generations. New identities are added to the young generation.
 * When that is full and the store sees the whole old generation, the old one is evicted and the
 * young one becomes old. Until then the young generation grows. Identities of earlier runs that the
 * store lacks are learned from the journal, and evicted as soon as the store has them.
 */
public final class IdentityRegistry {
  /** Number of calls after which a full generation checks again if the store has caught up. */
  private static final int CHECK_EVERY = 64;

  private static final long UNSETTLED = Long.MAX_VALUE;

  /**
   * Durable identities.
   *
   * @param find returns the store's id for an identity, 0 for none.
   * @param findInOtherStore returns the id in another store, which was not pruned up to the same
   *     LSN.
   * @param lastLsn returns the LSN of the last published operation.
   * @param sees returns true if the store sees everything up to an LSN from now on.
   */
  public record Store(
      ToLongFunction<Bytes> find,
      ToLongFunction<Bytes> findInOtherStore,
      LongSupplier lastLsn,
      LongPredicate sees) {
    /** Constructs the functions of a single store. */
    public Store(ToLongFunction<Bytes> find, LongSupplier lastLsn, LongPredicate sees) {
      this(find, identity -> 0, lastLsn, sees);
    }
  }

  /** Guarded by the registry's monitor, except for reads of the maps. */
  private static final class Generation {
    final ConcurrentHashMap<Bytes, Long> ids = new ConcurrentHashMap<>();
    final Set<Long> claimed = ConcurrentHashMap.newKeySet();

    /** Identities claimed here and not yet reported as published. */
    final Set<Bytes> pending = new HashSet<>();

    /** LSN by which all claims of an old generation were published; UNSETTLED before. */
    long settledLsn = UNSETTLED;
  }

  private final Store store;
  private final int limit;
  private final AtomicLong next;
  private volatile Generation young = new Generation();
  private volatile Generation old = new Generation();
  private volatile LearnedIdentities learned = new LearnedIdentities();
  private long learnedLsn;
  private volatile long evictionCount;
  private int fullCalls;
  private int learnedCalls;

  /**
   * Constructs a registry.
   *
   * @param firstFree the smallest id that is still free
   * @param maxIdentities the approximate number of identities to keep
   */
  public IdentityRegistry(long firstFree, int maxIdentities, Store store) {
    this.next = new AtomicLong(firstFree);
    this.limit = Math.max(1, maxIdentities / 2);
    this.store = store;
  }

  /** Returns the smallest id that is still free. */
  public long nextId() {
    return next.get();
  }

  /** Returns true if an id was assigned, in this run or before. */
  public boolean isGiven(long id) {
    return id > 0 && id < next.get();
  }

  public long newId() {
    return next.getAndIncrement();
  }

  /**
   * Returns an id for an identity unknown to {@link #find}: its id in another store, so that the
   * object stays one object there, or else a new id. The caller then claims the identity for this
   * id.
   */
  public long idFor(Bytes identity) {
    long known = findInOtherStore(identity);
    return known != 0 ? known : newId();
  }

  /** Returns the id that an identity has in another store only, or 0. */
  public long findInOtherStore(Bytes identity) {
    return identity.isEmpty() ? 0 : store.findInOtherStore().applyAsLong(identity);
  }

  /** Returns the number of identities in memory. */
  public long size() {
    return (long) young.ids.size() + old.ids.size() + learned.size();
  }

  /** Returns the id of an identity, or 0. */
  public long find(Bytes identity) {
    long seen = evictionCount;
    Long id = young.ids.get(identity);
    if (id != null) {
      return id;
    }
    id = old.ids.get(identity);
    long found = id != null ? id : learned.find(identity);
    found = found != 0 ? found : store.find().applyAsLong(identity);
    if (found != 0) {
      keep(identity, found, seen);
    }
    return found;
  }

  /**
   * Adds a queried identity to the young generation, unless an eviction since then may include it.
   */
  private synchronized void keep(Bytes identity, long id, long knownEvictions) {
    if (evictionCount != knownEvictions) {
      return;
    }
    makeRoom();
    boolean pends = old.pending.contains(identity);
    if (!pends && young.ids.size() < limit) {
      young.ids.putIfAbsent(identity, id);
    }
  }

  /**
   * Returns the number of evictions. Callers read it before {@link #find} and pass it to {@link
   * #claim}. So an identity that was claimed and evicted in between is not claimed twice.
   */
  public long evictionCount() {
    return evictionCount;
  }

  /**
   * Assigns an identity to an id, unless the identity has an id already. The successful caller
   * publishes the declaration and then calls {@link #published}.
   *
   * @return the id that has the identity now
   */
  public synchronized long claim(Bytes identity, long id, long knownEvictions) {
    Long before = young.ids.get(identity);
    if (before == null) {
      before = old.ids.get(identity);
    }
    long known = before != null ? before : learned.find(identity);
    if (known != 0) {
      return known;
    }
    long stored = evictionCount == knownEvictions ? 0 : store.find().applyAsLong(identity);
    if (stored != 0) {
      return stored;
    }
    makeRoom();
    young.ids.put(identity, id);
    young.claimed.add(id);
    young.pending.add(identity);
    return id;
  }

  /**
   * Adds identities that were claimed before this run.
   *
   * @param lastLsn once the store sees this LSN, it has all these identities
   */
  public synchronized void learn(LearnedIdentities identities, long lastLsn) {
    learned = identities;
    learnedLsn = lastLsn;
  }

  /** Marks the declaration of a claimed identity as published to the ring. */
  public synchronized void published(Bytes identity) {
    young.pending.remove(identity);
    old.pending.remove(identity);
    settle();
  }

  private void settle() {
    if (old.pending.isEmpty() && old.settledLsn == UNSETTLED) {
      old.settledLsn = store.lastLsn().getAsLong();
    }
  }

  private void forgetLearned() {
    boolean asks = learned.size() > 0 && (learnedCalls++ & (CHECK_EVERY - 1)) == 0;
    if (asks && store.sees().test(learnedLsn)) {
      long before = evictionCount;
      evictionCount = before + 1;
      learned = new LearnedIdentities();
    }
  }

  private void makeRoom() {
    forgetLearned();
    if (young.ids.size() < limit || (fullCalls++ & (CHECK_EVERY - 1)) != 0) {
      return;
    }
    boolean hasOld = !old.ids.isEmpty();
    if (hasOld && (old.settledLsn == UNSETTLED || !store.sees().test(old.settledLsn))) {
      return;
    }
    evictionCount = hasOld ? evictionCount + 1 : evictionCount;
    old = young;
    young = new Generation();
    fullCalls = 0;
    settle();
  }

  /** Evicts the ids that were pruned from the store. */
  public synchronized void forget(LongPredicate isPruned) {
    long before = evictionCount;
    evictionCount = before + 1;
    for (Generation each : new Generation[] {young, old}) {
      each.ids.values().removeIf(isPruned::test);
      each.claimed.removeIf(isPruned::test);
    }
    learned = learned.without(isPruned);
  }

  /** Returns true if an id got an identity in this run that is not evicted. */
  public boolean isClaimed(long id) {
    return young.claimed.contains(id) || old.claimed.contains(id) || learned.hasId(id);
  }
}
