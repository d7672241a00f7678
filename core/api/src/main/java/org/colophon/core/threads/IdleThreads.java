package org.colophon.core.threads;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Threads of this JVM that run only while no other program needs their processor.
 *
 * <p>On busy processors such a thread may stop in the middle of Java code for a second. It may then
 * keep the JVM from a safepoint and so block every other thread. Therefore the class is empty while
 * a caller waits for this JVM: see {@link #hold}.
 *
 * <p>Works without a lock, since an idle thread could hold it for long. A thread checks again after
 * it has entered, and another thread removes it only after that, so it is out in the end.
 */
final class IdleThreads {
  private static final Logger LOG = System.getLogger(IdleThreads.class.getName());

  /** Null without support. Finding it loads the native bindings. */
  private final Supplier<IdleClass> idleClass;

  /** Threads in the class, or about to enter it, and their numbers. */
  private final Map<Thread, Integer> idle = new ConcurrentHashMap<>();

  /**
   * Threads that entered and have not left by themselves, and their numbers. One that another
   * thread removes may still be in the class. Each thread changes only its own entry.
   */
  private final Map<Thread, Integer> entered = new ConcurrentHashMap<>();

  /** Number of callers that wait for this JVM. */
  private final AtomicInteger holds = new AtomicInteger();

  private volatile boolean isRefused;

  /**
   * Starts with an empty class.
   *
   * @param idleClass finds it, slowly on first use only; null without support
   */
  IdleThreads(Supplier<IdleClass> idleClass) {
    this.idleClass = idleClass;
    this.isRefused = idleClass == null;
  }

  /** Returns an instance with the provided class, if the launcher asked for one. */
  static IdleThreads load() {
    if (!Boolean.getBoolean("colophon.idle")) {
      return new IdleThreads(null);
    }
    return new IdleThreads(() -> Provided.CLASS);
  }

  /** Looked up when a thread first enters, which never happens in most short commands. */
  private static final class Provided {
    static final IdleClass CLASS = ServiceLoader.load(IdleClass.class).findFirst().orElse(null);
  }

  /** Puts the calling thread into the class, unless a caller waits for this JVM. */
  void enter() {
    Thread thread = Thread.currentThread();
    if (isRefused || holds.get() > 0 || idle.containsKey(thread)) {
      return;
    }
    idle.keySet().removeIf(each -> !each.isAlive());
    entered.keySet().removeIf(each -> !each.isAlive());
    try {
      IdleClass found = idleClass.get();
      if (found == null) {
        isRefused = true;
      } else {
        enter(thread, found);
      }
    } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
      LOG.log(Level.DEBUG, "the calls for threads that give way cannot be bound", e);
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
      LOG.log(Level.DEBUG, "the system has no class for threads that give way; niceness must do");
      isRefused = true;
    }
    if (isRefused || holds.get() > 0 || !idle.containsKey(thread)) {
      idle.remove(thread);
      found.set(id, false);
    }
  }

  /** Takes a thread out of the class. */
  void leave(Thread thread) {
    Integer listed = idle.remove(thread);
    boolean isItself = thread == Thread.currentThread();
    Integer id = isItself ? entered.remove(thread) : listed;
    // The number is still the thread's own: numbers are reused only after thousands of others.
    if (id != null && thread.isAlive() && !idleClass.get().set(id, false)) {
      LOG.log(Level.WARNING, "thread {0} cannot come back from SCHED_IDLE", thread.getName());
      isRefused = true;
    }
  }

  /** Keeps the class empty until {@link #release}, because a caller waits for this JVM. */
  void hold() {
    holds.incrementAndGet();
    idle.keySet().forEach(this::leave);
  }

  boolean isHeld() {
    return holds.get() > 0;
  }

  void release() {
    holds.decrementAndGet();
  }
}
