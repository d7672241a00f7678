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
 * The threads of this JVM that run only while no other program wants their processor.
 *
 * <p>Such a thread may be stopped in the midst of Java code for as long as others want the
 * processor, a second where all are busy, and may keep the JVM from a safepoint, and so every other
 * thread of it from going on. So there is none while somebody waits for this JVM: see {@link
 * #hold}.
 *
 * <p>No lock: a thread in the class that held it would be waited for. A thread looks again once it
 * has entered; who takes it out does so after it was told of, so it is out in the end.
 */
final class IdleThreads {
  private static final Logger LOG = System.getLogger(IdleThreads.class.getName());

  /** Null where there is none; finding it loads what binds the system's calls. */
  private final Supplier<IdleClass> idleClass;

  /** Those in the class, or about to enter it, and their numbers. */
  private final Map<Thread, Integer> idle = new ConcurrentHashMap<>();

  /**
   * Those that have entered it and not left it themselves, and their numbers: who is being taken
   * out by another may still be in it. Each changed by its thread alone.
   */
  private final Map<Thread, Integer> entered = new ConcurrentHashMap<>();

  /** So many wait for this JVM. */
  private final AtomicInteger holds = new AtomicInteger();

  private volatile boolean isRefused;

  /**
   * With nobody in the class.
   *
   * @param idleClass finds it, quickly but for the first time; null where there is none
   */
  IdleThreads(Supplier<IdleClass> idleClass) {
    this.idleClass = idleClass;
    this.isRefused = idleClass == null;
  }

  /** With the class that is provided, if any; none where the launcher did not ask for it. */
  static IdleThreads load() {
    if (!Boolean.getBoolean("colophon.idle")) {
      return new IdleThreads(null);
    }
    return new IdleThreads(() -> Provided.CLASS);
  }

  /** Looked for when a thread is about to enter, which in most short commands none ever is. */
  private static final class Provided {
    static final IdleClass CLASS = ServiceLoader.load(IdleClass.class).findFirst().orElse(null);
  }

  /** The calling thread gives way, unless somebody waits for this JVM. */
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
      entered.remove(thread); // or to leave would call what cannot be bound
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

  /** A thread gives way no more. */
  void leave(Thread thread) {
    Integer listed = idle.remove(thread);
    boolean isItself = thread == Thread.currentThread();
    Integer id = isItself ? entered.remove(thread) : listed;
    // A number is given out again after thousands of others, so it is still the thread's own.
    if (id != null && thread.isAlive() && !idleClass.get().set(id, false)) {
      LOG.log(Level.WARNING, "thread {0} cannot come back from SCHED_IDLE", thread.getName());
      isRefused = true;
    }
  }

  /** Somebody waits for this JVM, until {@link #release}: no thread is to be stopped for long. */
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
