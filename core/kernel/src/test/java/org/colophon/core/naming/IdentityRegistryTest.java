// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a small registry over a store that sees published records only after a while. */
@Timeout(60)
class IdentityRegistryTest {
  private static final int LIMIT = 16;

  private record Stored(long lsn, long id) {}

  private final Map<Bytes, Stored> published = new ConcurrentHashMap<>();
  private final AtomicLong lastLsn = new AtomicLong();
  private final AtomicLong visibleLsn = new AtomicLong();
  private final IdentityRegistry registry =
      new IdentityRegistry(
          1,
          LIMIT,
          new IdentityRegistry.Store(this::stored, lastLsn::get, lsn -> visibleLsn.get() >= lsn));

  private long stored(Bytes identity) {
    Stored stored = published.get(identity);
    return stored == null || stored.lsn() > visibleLsn.get() ? 0 : stored.id();
  }

  /** Looks up or creates an id, as a sink does. */
  private long id(Bytes identity) {
    long evictionCount = registry.evictionCount();
    long found = registry.find(identity);
    if (found != 0) {
      return found;
    }
    long id = registry.newId();
    long claimed = registry.claim(identity, id, evictionCount);
    if (claimed == id) {
      Thread.yield();
      published.put(identity, new Stored(lastLsn.incrementAndGet(), id));
      registry.published(identity);
    }
    return claimed;
  }

  private static Bytes identity(int number) {
    return Bytes.of("identity " + number);
  }

  @Test
  void evictsOnlyIdentitiesThatTheStoreHolds() {
    for (int i = 0; i < 1000; i++) {
      id(identity(i));
    }
    assertThat(registry.size()).as("entries before any is in the store").isEqualTo(1000);
    visibleLsn.set(1000);
    for (int i = 1000; i < 2000; i++) {
      id(identity(i));
      visibleLsn.set(lastLsn.get());
    }
    assertThat(registry.size()).isLessThanOrEqualTo(LIMIT + 128);
    for (int i = 0; i < 2000; i++) {
      assertThat(id(identity(i))).isEqualTo(i + 1);
    }
    assertThat(registry.size()).isLessThanOrEqualTo(LIMIT + 128);
    assertThat(registry.isClaimed(1)).isFalse();
  }

  @Test
  void assignsOneIdPerIdentityUnderConcurrentEviction() throws Exception {
    long seed = System.nanoTime();
    Map<Bytes, Long> given = new ConcurrentHashMap<>();
    List<String> problems = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Random random = new Random(seed + i);
      threads.add(
          new Thread(
              () -> {
                for (int round = 0; round < 20_000; round++) {
                  Bytes identity = identity(round / 4 + random.nextInt(40));
                  long id = id(identity);
                  Long before = given.putIfAbsent(identity, id);
                  if (before != null && before != id) {
                    synchronized (problems) {
                      problems.add(identity.display() + " is " + before + " and " + id);
                    }
                  }
                  if (random.nextInt(50) == 0) {
                    visibleLsn.accumulateAndGet(lastLsn.get() - random.nextInt(20), Math::max);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(problems).as("seed %d", seed).isEmpty();
    assertThat(registry.evictionCount()).isPositive();
  }

  /**
   * Identities from the journal stay in memory until the store has them. After that the store is
   * queried.
   */
  @Test
  void keepsLearnedIdsUntilTheStoreHoldsThem() {
    LearnedIdentities learned = new LearnedIdentities();
    for (int i = 0; i < 1000; i++) {
      learned.add(identity(i), i + 1);
      published.put(identity(i), new Stored(100 + i, i + 1));
    }
    lastLsn.set(5000);
    visibleLsn.set(99);
    registry.learn(learned, 1099);
    assertThat(registry.size()).isEqualTo(1000);
    assertThat(registry.isClaimed(7)).isTrue();
    assertThat(registry.claim(identity(6), 4711, registry.evictionCount())).isEqualTo(7);
    visibleLsn.set(1098);
    for (int i = 1000; i < 1200; i++) {
      id(identity(i));
    }
    assertThat(registry.find(identity(999))).as("id before it is in the store").isEqualTo(1000);
    assertThat(registry.isClaimed(1000)).isTrue();
    visibleLsn.set(Long.MAX_VALUE);
    for (int i = 1200; i < 1400; i++) {
      id(identity(i));
    }
    assertThat(registry.size()).isLessThan(1000);
    assertThat(registry.isClaimed(1000)).isFalse();
    assertThat(registry.find(identity(999))).as("id found in the store").isEqualTo(1000);
    registry.learn(learned, Long.MAX_VALUE);
    published.clear();
    registry.forget(id -> id == 7);
    assertThat(registry.isClaimed(7)).isFalse();
    assertThat(registry.find(identity(6))).isZero();
    assertThat(registry.find(identity(7))).isEqualTo(8);
  }

  /** After a pruning, the store no longer has the identity. */
  @Test
  void doesNotKeepAnEntryForgottenDuringLookup() {
    Bytes identity = identity(1);
    published.put(identity, new Stored(0, 7));
    AtomicLong lookUps = new AtomicLong();
    IdentityRegistry[] pruned = new IdentityRegistry[1];
    pruned[0] =
        new IdentityRegistry(
            8,
            LIMIT,
            new IdentityRegistry.Store(
                asked -> {
                  long found = stored(asked);
                  if (lookUps.incrementAndGet() == 1) {
                    published.clear();
                    pruned[0].forget(id -> id == 7);
                  }
                  return found;
                },
                lastLsn::get,
                lsn -> true));
    assertThat(pruned[0].find(identity)).as("id at the start of the lookup").isEqualTo(7);
    assertThat(pruned[0].find(identity)).isZero();
  }

  /**
   * Two threads find the identity in another store at once. Both get one id; no lookup stays
   * pending.
   */
  @Test
  void keepsTheIdThatAnIdentityHasInAnotherStore() {
    Bytes shared = Bytes.of("shared");
    IdentityRegistry both =
        new IdentityRegistry(
            100,
            LIMIT,
            new IdentityRegistry.Store(
                this::stored,
                identity -> identity.equals(shared) ? 7 : 0,
                lastLsn::get,
                lsn -> visibleLsn.get() >= lsn));
    assertThat(both.find(shared)).isZero();
    assertThat(both.idFor(shared)).isEqualTo(7);
    assertThat(both.idFor(Bytes.of("new"))).isEqualTo(100);
    assertThat(both.idFor(Bytes.EMPTY)).isEqualTo(101);
    assertThat(both.claim(shared, 7, both.evictionCount())).isEqualTo(7);
    assertThat(both.claim(shared, 7, both.evictionCount())).isEqualTo(7);
    both.published(shared);
    both.published(shared);
    published.put(shared, new Stored(lastLsn.incrementAndGet(), 7));
    visibleLsn.set(lastLsn.get());
    for (int i = 0; i < 1000; i++) {
      both.claim(identity(i), both.newId(), both.evictionCount());
      both.published(identity(i));
    }
    assertThat(both.size()).as("entries after eviction").isLessThan(100);
    assertThat(both.find(shared)).isEqualTo(7);
  }
}
