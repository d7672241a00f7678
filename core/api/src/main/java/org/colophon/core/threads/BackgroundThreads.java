// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.threads;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads of a kernel that yield to the recorded programs and to the threads that serve them. As
 * soon as a caller waits for such a thread, or too much is queued, it is as urgent as any other.
 *
 * <p>A background thread has the JVM's lowest priority. The launcher's options decide the effect: a
 * niceness where permitted ({@code -XX:ThreadPriorityPolicy=1 -XX:JavaPriority1_To_OSPriority=10}),
 * and the {@link IdleClass} ({@code -Dcolophon.idle=true}). Without them nothing changes.
 *
 * <p>On busy processors an idle thread may stop in the middle of Java code for a second. It may
 * then keep the JVM from a safepoint and so block every other thread. Therefore the idle class is
 * empty while a caller waits for this kernel: see {@link #hold}.
 *
 * <p>Works without a lock, since an idle thread could hold it for long. A thread lists itself,
 * enters the class, and then checks if it may stay. Another thread first removes it from the list,
 * and then from the class. So a thread that may not stay is always taken out, by itself or by the
 * other thread. Repeating the current setting costs one or two field reads.
 */
// Correctness does not depend on these priorities: a low priority only lets other threads run
// first.
@SuppressWarnings("ThreadPriorityCheck")
public final class BackgroundThreads {
  private static final Logger LOG = System.getLogger(BackgroundThreads.class.getName());

  /** Finds the idle class, which loads the native bindings. */
  private final Supplier<@Nullable IdleClass> finder;

  private volatile @Nullable IdleClass idleClass;

  /** Threads in the class, or about to enter it, and their ids in the operating system. */
  private final Map<Thread, Integer> idle = new ConcurrentHashMap<>();

  /**
   * Threads that entered and have not left by themselves, and their ids. A thread stays here if
   * another one removes it, because it may still be in the class. Each thread changes only its own
   * entry.
   */
  private final Map<Thread, Integer> entered = new ConcurrentHashMap<>();

  /** Number of callers that wait for this kernel. */
  private final AtomicInteger holds = new AtomicInteger();

  private volatile boolean isRefused;

  /** Constructs an instance that changes priorities only. */
  public BackgroundThreads() {
    this(() -> null);
  }

  /**
   * Constructs an instance with an empty idle class.
   *
   * @param finder finds the idle class when a thread first enters; returns null without support
   */
  BackgroundThreads(Supplier<@Nullable IdleClass> finder) {
    this.finder = finder;
  }

  /** Returns an instance that also uses the provided idle class, if the launcher requests it. */
  public static BackgroundThreads load() {
    return Boolean.getBoolean("colophon.idle")
        ? new BackgroundThreads(() -> ServiceLoader.load(IdleClass.class).findFirst().orElse(null))
        : new BackgroundThreads();
  }

  /** Sets whether the calling thread is urgent. */
  public void setUrgent(boolean urgent) {
    Thread thread = Thread.currentThread();
    if (urgent) {
      raisePriority(thread);
      return;
    }
    if (thread.getPriority() != Thread.MIN_PRIORITY) {
      thread.setPriority(Thread.MIN_PRIORITY);
    }
    enter();
    if (thread.getPriority() != Thread.MIN_PRIORITY) {
      removeFromIdle(thread); // another thread made it urgent meanwhile
    }
  }

  /**
   * Makes another thread urgent until it calls {@link #setUrgent} again. Any thread.
   *
   * @return true if it was not urgent before
   */
  public boolean raisePriority(Thread thread) {
    boolean wasYielding = thread.getPriority() < Thread.NORM_PRIORITY;
    if (wasYielding) {
      thread.setPriority(Thread.NORM_PRIORITY);
    }
    removeFromIdle(thread);
    return wasYielding;
  }

  /**
   * Announces that a caller waits for this kernel, such as a program in a mount. Until the returned
   * handle is closed, the idle class is empty, since an idle thread could delay all others at
   * safepoints.
   */
  public Hold hold() {
    holds.incrementAndGet();
    idle.keySet().forEach(this::removeFromIdle);
    return holds::decrementAndGet;
  }

  /** Returns {@link #hold} if a caller waits, else a handle without effect. */
  public Hold holdIf(boolean isWaitedFor) {
    return isWaitedFor ? hold() : () -> {};
  }

  /** Returns true if a caller waits for this kernel. */
  public boolean isHeld() {
    return holds.get() > 0;
  }

  /** Handle that is closed once, on any thread. */
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /** Puts the calling thread into the idle class, unless a caller waits for this kernel. */
  void enter() {
    Thread thread = Thread.currentThread();
    if (isRefused || isHeld() || idle.containsKey(thread)) {
      return;
    }
    idle.keySet().removeIf(each -> !each.isAlive());
    entered.keySet().removeIf(each -> !each.isAlive());
    try {
      if (idleClass == null) {
        idleClass = finder.get();
      }
      if (idleClass == null) {
        isRefused = true;
      } else {
        enter(thread, idleClass);
      }
    } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
      LOG.log(Level.DEBUG, "cannot bind the system calls for SCHED_IDLE", e);
      idle.remove(thread);
      entered.remove(thread); // otherwise leaving would call an unbound function
      isRefused = true;
    }
  }

  private void enter(Thread thread, IdleClass found) {
    int id = found.threadId();
    entered.put(thread, id);
    idle.put(thread, id);
    if (!found.set(id, true)) {
      LOG.log(Level.DEBUG, "the system has no SCHED_IDLE; threads yield by niceness only");
      isRefused = true;
    }
    if (isRefused || isHeld() || !idle.containsKey(thread)) {
      idle.remove(thread);
      found.set(id, false);
    }
  }

  /** Takes a thread out of the idle class. */
  void removeFromIdle(Thread thread) {
    Integer listed = idle.remove(thread);
    boolean isItself = thread == Thread.currentThread();
    Integer id = isItself ? entered.remove(thread) : listed;
    IdleClass found = idleClass;
    // The id is still the thread's own: Linux reuses an id only after thousands of others.
    if (id != null && found != null && thread.isAlive() && !found.set(id, false)) {
      LOG.log(Level.WARNING, "thread {0} cannot come back from SCHED_IDLE", thread.getName());
      isRefused = true;
    }
  }
}
