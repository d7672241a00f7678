package org.colophon.core.state;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.naming.Namespace;
import org.colophon.core.threads.Urgency;

/**
 * The names, and the lock that guards them. It is held until a change of names is published, so
 * that the order of the ring is the order of the changes: by a unit from its first change to its
 * end. It therefore belongs to a {@link Claim}, one for each sink, and not to a thread: whoever
 * ends a unit whose thread died can let go of it. A claim whose thread died is taken over by the
 * next that waits, and what its unit changed is taken back.
 */
public final class SharedNames {
  private static final long LOOK_MILLIS = 50;

  /** What a sink claims the names with. */
  public static final class Claim {
    private volatile Thread thread;
  }

  private final KernelGate gate;
  private final NamesMemory memory;
  private final Semaphore free = new Semaphore(1);
  private final AtomicReference<Claim> holder = new AtomicReference<>();

  public SharedNames(NamesMemory memory, KernelGate gate) {
    this.memory = memory;
    this.gate = gate;
  }

  /**
   * Waits for the names and claims them; does nothing if the claim holds them. An interrupt does
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

  /** Or it would hold up who serves a mount's callers. */
  private void hurryHolder() {
    Claim now = holder.get();
    if (now != null) {
      Urgency.hurry(now.thread);
    }
  }

  private static void refuseDeadlock(Claim now) {
    if (now != null && Thread.currentThread().equals(now.thread)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
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

  /** Lets go of the names; the changes stay. Does nothing if the claim does not hold them. */
  public void unlock(Claim claim) {
    if (holder.get() == claim) {
      try {
        memory.names().keep();
        memory.tidy();
      } finally {
        release(claim); // also if a store that is asked fails, or everybody would wait for ever
      }
    }
  }

  /**
   * Takes the changes back that the claim's unit made, and lets go of the names. From any thread,
   * if the claim's own does nothing any more.
   */
  public void takeBack(Claim claim) {
    Claim ending = new Claim();
    ending.thread = Thread.currentThread();
    if (holder.compareAndSet(claim, ending)) {
      memory.names().takeBack();
      release(ending);
    }
  }

  /** Does something to the memory while nobody uses the names. */
  public void change(Consumer<NamesMemory> change) {
    Claim claim = new Claim();
    lock(claim);
    try {
      change.accept(memory);
    } finally {
      unlock(claim);
    }
  }

  /** About how many names are in memory. Any thread. */
  public long size() {
    return memory.size();
  }

  private void release(Claim claim) {
    if (holder.compareAndSet(claim, null)) {
      free.release();
    }
  }
}
