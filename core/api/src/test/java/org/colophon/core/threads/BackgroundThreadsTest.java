// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("jdk")
class BackgroundThreadsTest {
  /** Assigns thread ids itself, and records the members of the class. */
  private static final class Told implements IdleClass {
    final Set<Integer> members = ConcurrentHashMap.newKeySet();
    final AtomicInteger calls = new AtomicInteger();
    volatile boolean refuses;
    volatile Runnable whileEntering = () -> {};

    @Override
    public int threadId() {
      return (int) Thread.currentThread().getId();
    }

    @Override
    public boolean set(int threadId, boolean isIdle) {
      calls.incrementAndGet();
      if (isIdle) {
        whileEntering.run();
        if (refuses) {
          return false;
        }
        members.add(threadId);
        return true;
      }
      members.remove(threadId);
      return true;
    }
  }

  private final Told told = new Told();
  private final BackgroundThreads threads = new BackgroundThreads(() -> told);

  @Test
  void entersClassOnlyOnce() {
    threads.enter();
    threads.enter();

    assertThat(told.members).containsExactly(told.threadId());
    assertThat(told.calls).hasValue(1);
  }

  @Test
  void removesThreadOnCallOfAnotherThread() throws Exception {
    threads.enter();
    Thread idle = Thread.currentThread();

    Thread other = new Thread(() -> threads.removeFromIdle(idle));
    other.start();
    other.join();

    assertThat(told.members).isEmpty();
    threads.enter();
    assertThat(told.members).hasSize(1);
  }

  @Test
  void admitsNoThreadToClassWhileHeld() {
    threads.enter();

    BackgroundThreads.Hold first = threads.hold();
    BackgroundThreads.Hold second = threads.hold();
    assertThat(told.members).isEmpty();
    threads.enter();
    assertThat(told.members).isEmpty();
    first.close();
    threads.enter();
    assertThat(told.members).isEmpty();

    second.close();
    threads.enter();
    assertThat(told.members).hasSize(1);
  }

  @Test
  void leavesClassWhenHeldWhileEntering() {
    told.whileEntering = threads::hold;

    threads.enter();

    assertThat(told.members).isEmpty();
  }

  @Test
  void leavesClassWhenHurriedWhileEntering() {
    Thread thread = Thread.currentThread();
    told.whileEntering = () -> threads.removeFromIdle(thread);

    threads.enter();

    assertThat(told.members).isEmpty();
  }

  @Test
  void doesNotTryAgainAfterEnteringIsRefused() {
    told.refuses = true;
    threads.enter();
    int calls = told.calls.get();

    threads.enter();

    assertThat(told.calls).hasValue(calls);
    assertThat(told.members).isEmpty();
  }

  @Test
  void ignoresClassThatCannotBeLoaded() {
    BackgroundThreads broken =
        new BackgroundThreads(
            () -> {
              throw new UnsatisfiedLinkError("no place to unpack it");
            });

    broken.enter();
    broken.hold();
    broken.removeFromIdle(Thread.currentThread());
    broken.enter();

    assertThat(told.calls).hasValue(0);
  }

  @Test
  void looksForClassOnlyWhenThreadEnters() {
    BackgroundThreads held =
        new BackgroundThreads(
            () -> {
              throw new AssertionError("looked for the class");
            });

    BackgroundThreads.Hold hold = held.hold();
    held.enter();
    held.removeFromIdle(Thread.currentThread());
    hold.close();

    assertThatThrownBy(held::enter).hasMessage("looked for the class");
  }

  @Test
  void doesNothingWithoutClass() {
    BackgroundThreads none = new BackgroundThreads(() -> null);

    none.enter();
    none.removeFromIdle(Thread.currentThread());
    none.hold().close();

    assertThat(told.calls).hasValue(0);
  }

  @Test
  void ignoresThreadsThatEnded() throws Exception {
    Thread ended = new Thread(threads::enter);
    ended.start();
    ended.join();
    int calls = told.calls.get();

    threads.removeFromIdle(ended);

    assertThat(told.calls).as("calls for a thread id that may be reused").hasValue(calls);
  }

  @Test
  void leavesClassEmptyAfterConcurrentCalls() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    Set<Thread> entering = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(() -> enterUntil(isOver));
      entering.add(thread);
      thread.start();
    }
    for (int i = 0; i < 20_000; i++) {
      BackgroundThreads.Hold hold = threads.hold();
      entering.forEach(threads::removeFromIdle);
      hold.close();
    }
    threads.hold();
    isOver.set(true);
    for (Thread thread : entering) {
      thread.join();
    }

    assertThat(told.members).isEmpty();
  }

  private void enterUntil(AtomicBoolean isOver) {
    while (!isOver.get()) {
      threads.enter();
    }
  }
}
