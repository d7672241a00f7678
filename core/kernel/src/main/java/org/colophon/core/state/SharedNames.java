// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.naming.Namespace;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/**
 * The names and their lock. A name change holds the lock until it is published, so that the ring
 * keeps the order. A unit holds it from its first change to its end. The owner is a {@link Claim},
 * one per sink. Thus another thread can release the lock of a dead thread's unit. The next waiter
 * takes over a dead thread's claim and reverts its unit's changes.
 */
public final class SharedNames {
  private static final long LOOK_MILLIS = 50;

  /** A sink's claim on the names. */
  public static final class Claim {
    /** The last thread that locked the names for the sink. */
    private volatile Thread thread = Thread.currentThread();
  }

  private final KernelGate gate;
  private final NamesMemory memory;
  private final BackgroundThreads threads;
  private final Semaphore free = new Semaphore(1);
  private final AtomicReference<@Nullable Claim> holder = new AtomicReference<>();

  public SharedNames(NamesMemory memory, KernelGate gate, BackgroundThreads threads) {
    this.memory = memory;
    this.gate = gate;
    this.threads = threads;
  }

  /**
   * Waits for the names and claims them. Does nothing if the claim holds them. An interrupt does
   * not end the wait.
   *
   * @throws ColophonException KERNEL_FAILED, KERNEL_CLOSED; BAD_REQUEST if the thread holds them
   *     with another claim
   */
  public Namespace lock(Claim claim) {
    if (holder.get() != claim) {
      claim.thread = Thread.currentThread();
      if (free.tryAcquire()) {
        holder.set(claim);
      } else {
        await(claim);
      }
    }
    return memory.names();
  }

  private void await(Claim claim) {
    refuseDeadlock(holder.get());
    boolean interrupted = false;
    try {
      while (true) {
        hurryHolder();
        try {
          if (free.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            holder.set(claim);
            return;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
        gate.check();
        if (takeOver(claim)) {
          return;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Raises the holder's priority, as waiters may serve callers of a mount. */
  private void hurryHolder() {
    Claim now = holder.get();
    if (now != null) {
      threads.raisePriority(now.thread);
    }
  }

  private static void refuseDeadlock(@Nullable Claim now) {
    if (now != null && Thread.currentThread().equals(now.thread)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "this thread has a unit open in another sink, which holds the names: end it first");
    }
  }

  private boolean takeOver(Claim claim) {
    Claim now = holder.get();
    if (now == null || now.thread.isAlive() || !holder.compareAndSet(now, claim)) {
      return false;
    }
    memory.names().takeBack();
    return true;
  }

  /** Releases the names and keeps the changes. Does nothing if the claim does not hold them. */
  public void unlock(Claim claim) {
    if (holder.get() == claim) {
      try {
        memory.names().keep();
        memory.evictIfFull();
      } finally {
        release(claim); // also after a store failure, so that waiters never hang
      }
    }
  }

  /** Reverts the changes of the claim's unit, but keeps the names locked for it. */
  public Namespace revert(Claim claim) {
    Namespace names = lock(claim);
    names.takeBack();
    names.beginUnit();
    return names;
  }

  /**
   * Reverts the changes of the claim's unit and releases the names. Another thread may call it if
   * the claim's own thread is inactive.
   */
  public void takeBack(Claim claim) {
    Claim ending = new Claim();
    if (holder.compareAndSet(claim, ending)) {
      memory.names().takeBack();
      release(ending);
    }
  }

  /** Changes the memory while the names are locked. */
  public void change(Consumer<NamesMemory> change) {
    Claim claim = new Claim();
    lock(claim);
    try {
      change.accept(memory);
    } finally {
      unlock(claim);
    }
  }

  /** Returns the approximate number of names in memory. Any thread. */
  public long size() {
    return memory.size();
  }

  private void release(Claim claim) {
    if (holder.compareAndSet(claim, null)) {
      free.release();
    }
  }
}
