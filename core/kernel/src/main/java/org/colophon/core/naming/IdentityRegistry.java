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
 * Gives processes and objects their ids: dense, rising, in order of first sight, so that what
 * happens together lies together in the stores. Any thread.
 *
 * <p>The identities are kept in two generations. New ones go to the young one; when that is full
 * the old one is forgotten, provided that the store answers for all that it held, and the young one
 * becomes old. Until the store has caught up the young one grows. What was claimed before this run
 * and is not yet in the store is learned at first, and forgotten as soon as the store has it.
 */
public final class IdentityRegistry {
  /** A generation that is full asks only now and then whether the store has caught up. */
  private static final int ASK_EVERY = 64;

  private static final long UNSETTLED = Long.MAX_VALUE;

  /**
   * What outlasts memory.
   *
   * @param find the id that the store knows for an identity, 0 for none
   * @param elsewhere the id that another store knows, which was not pruned where this one was
   * @param lastLsn of the last operation published
   * @param sees whether the store answers for everything up to an LSN from now on
   */
  public record Store(
      ToLongFunction<Bytes> find,
      ToLongFunction<Bytes> elsewhere,
      LongSupplier lastLsn,
      LongPredicate sees) {
    /** The only store there is. */
    public Store(ToLongFunction<Bytes> find, LongSupplier lastLsn, LongPredicate sees) {
      this(find, identity -> 0, lastLsn, sees);
    }
  }

  /** Everything but the reading of the maps happens under the registry's monitor. */
  private static final class Generation {
    final ConcurrentHashMap<Bytes, Long> ids = new ConcurrentHashMap<>();
    final Set<Long> claimed = ConcurrentHashMap.newKeySet();

    /** What was claimed here and is not yet said to be published. */
    final Set<Bytes> pending = new HashSet<>();

    /** Once it is old and nothing pends: everything claimed here was published up to here. */
    long settledLsn = UNSETTLED;
  }

  private final Store store;
  private final int limit;
  private final AtomicLong next;
  private volatile Generation young = new Generation();
  private volatile Generation old = new Generation();
  private volatile LearnedIdentities learned = new LearnedIdentities();
  private long learnedLsn;
  private volatile long forgettings;
  private int asked;
  private int askedForLearned;

  /**
   * A registry.
   *
   * @param firstFree the smallest id that is still free
   * @param maxIdentities about how many identities are kept
   */
  public IdentityRegistry(long firstFree, int maxIdentities, Store store) {
    this.next = new AtomicLong(firstFree);
    this.limit = Math.max(1, maxIdentities / 2);
    this.store = store;
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

  /**
   * An id for an identity that {@link #find} does not know: the one which it has in another store,
   * so that it stays one there, else a new one. To be claimed.
   */
  public long idFor(Bytes identity) {
    long known = elsewhere(identity);
    return known != 0 ? known : newId();
  }

  /** The id that an identity has in another store only, 0 if there is none. */
  public long elsewhere(Bytes identity) {
    return identity.isEmpty() ? 0 : store.elsewhere().applyAsLong(identity);
  }

  /** How many identities are kept. */
  public long size() {
    return (long) young.ids.size() + old.ids.size() + learned.size();
  }

  /** The id with an identity, 0 if there is none. */
  public long find(Bytes identity) {
    long seen = forgettings;
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

  /** What is asked for stays young, unless something was forgotten since: that may be it. */
  private synchronized void keep(Bytes identity, long id, long knownForgettings) {
    if (forgettings != knownForgettings) {
      return;
    }
    makeRoom();
    boolean pends = old.pending.contains(identity);
    if (!pends && young.ids.size() < limit) {
      young.ids.putIfAbsent(identity, id);
    }
  }

  /**
   * How often something was forgotten: asked before {@link #find} and said to {@link #claim}, so
   * that an identity which was claimed and forgotten in between is not claimed again.
   */
  public long forgettings() {
    return forgettings;
  }

  /**
   * Gives an identity to an id, unless it has one already. Whoever got it publishes its declaration
   * and says so with {@link #published}.
   *
   * @return the id that has the identity now
   */
  public synchronized long claim(Bytes identity, long id, long knownForgettings) {
    Long before = young.ids.get(identity);
    if (before == null) {
      before = old.ids.get(identity);
    }
    long known = before != null ? before : learned.find(identity);
    if (known != 0) {
      return known;
    }
    long stored = forgettings == knownForgettings ? 0 : store.find().applyAsLong(identity);
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
   * Takes over identities that were claimed before this run.
   *
   * @param lastLsn once the store sees it, it answers for all of them
   */
  public synchronized void learn(LearnedIdentities identities, long lastLsn) {
    learned = identities;
    learnedLsn = lastLsn;
  }

  /** The declaration of an identity that was claimed is in the ring. */
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
    boolean asks = learned.size() > 0 && (askedForLearned++ & (ASK_EVERY - 1)) == 0;
    if (asks && store.sees().test(learnedLsn)) {
      long before = forgettings;
      forgettings = before + 1;
      learned = new LearnedIdentities();
    }
  }

  private void makeRoom() {
    forgetLearned();
    if (young.ids.size() < limit || (asked++ & (ASK_EVERY - 1)) != 0) {
      return;
    }
    boolean hasOld = !old.ids.isEmpty();
    if (hasOld && (old.settledLsn == UNSETTLED || !store.sees().test(old.settledLsn))) {
      return;
    }
    forgettings = hasOld ? forgettings + 1 : forgettings;
    old = young;
    young = new Generation();
    asked = 0;
    settle();
  }

  /** Forgets what was known of ids that the store, which was asked anew, knows no more. */
  public synchronized void forget(LongPredicate gone) {
    long before = forgettings;
    forgettings = before + 1;
    for (Generation each : new Generation[] {young, old}) {
      each.ids.values().removeIf(gone::test);
      each.claimed.removeIf(gone::test);
    }
    learned = learned.without(gone);
  }

  /** Whether an id was given an identity in this run, and that is not forgotten. */
  public boolean isClaimed(long id) {
    return young.claimed.contains(id) || old.claimed.contains(id) || learned.hasId(id);
  }
}
