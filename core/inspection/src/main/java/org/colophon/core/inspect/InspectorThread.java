// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.colophon.core.inspect.InspectionFailure.Reason;
import org.colophon.core.inspect.caller.Caller;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.content.CheckedContent;
import org.colophon.core.inspect.worker.WorkerDiedException;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.jspecify.annotations.Nullable;

/**
 * A thread that takes jobs from a queue and calls their inspectors in turn. The watcher expires
 * late calls. If a call does not return, the thread is abandoned and a replacement finishes its
 * job.
 */
final class InspectorThread implements Runnable {
  private static final long POLL_MILLIS = 100;

  /**
   * Time in which changes are collected: waking a thread costs as much as inspecting a small text.
   */
  static final long NAP_MILLIS = 20;

  private static final int MAX_FINDINGS = 100;

  private final Inspections owner;
  private final BlockingQueue<InspectionJob> queue;
  private final Caller caller;
  private final Thread thread;

  // Guarded by this.
  private @Nullable InspectionJob job;
  private int next;
  private @Nullable InspectorCall attempt;
  private boolean isAbandoned;

  /**
   * Creates an unstarted thread.
   *
   * @param unfinished first job, or null
   */
  InspectorThread(
      Inspections owner,
      String name,
      BlockingQueue<InspectionJob> queue,
      Caller caller,
      @Nullable InspectionJob unfinished) {
    this.owner = owner;
    this.queue = queue;
    this.caller = caller;
    this.job = unfinished;
    this.thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  Thread thread() {
    return thread;
  }

  @Override
  public void run() {
    try {
      while (!owner.isEnding() || !queue.isEmpty()) {
        InspectionJob current = take();
        if (current != null && !finish(current)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      // The runner is closing.
    } finally {
      caller.close();
    }
  }

  private @Nullable InspectionJob take() throws InterruptedException {
    synchronized (this) {
      if (job != null) {
        return job;
      }
    }
    InspectionJob taken = queue.poll();
    if (taken == null) {
      Thread.sleep(NAP_MILLIS);
      taken = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
    InspectionJob sorted = taken == null || !taken.specs().isEmpty() ? taken : owner.sort(taken);
    synchronized (this) {
      job = sorted;
      next = 0;
      return job;
    }
  }

  /** Finishes a job. Returns false if this thread was abandoned. */
  private boolean finish(InspectionJob current) throws InterruptedException {
    for (int i = 0; i < current.specs().size(); i++) {
      synchronized (this) {
        next = i + 1;
      }
      if (!inspect(current, current.specs().get(i))) {
        return false;
      }
    }
    synchronized (this) {
      job = null;
    }
    owner.done(current);
    return true;
  }

  private boolean inspect(InspectionJob current, InspectorSpec spec) throws InterruptedException {
    InspectionFailure refusal = owner.refusal(current.inspection(), spec);
    if (refusal != null) {
      owner.skipped(refusal);
      return true;
    }
    List<Finding> findings = new ArrayList<>();
    InspectionFailure loss = attempt(current, spec, findings);
    synchronized (this) {
      if (isAbandoned) {
        return false;
      }
    }
    owner.report(current.inspection(), findings, loss);
    return true;
  }

  /** Returns the failure of the call, or null. */
  // Catches every throwable of an inspector, including linkage and memory errors.
  private @Nullable InspectionFailure attempt(
      InspectionJob current, InspectorSpec spec, List<Finding> findings) {
    Inspection inspection = current.inspection();
    try {
      caller.prepare();
    } catch (IOException | RuntimeException e) {
      return new InspectionFailure(
          inspection, spec.name(), Reason.FAILED, "no worker JVM: " + e.getMessage());
    }
    // Read outside the monitor: a thread that raises this thread's priority waits for the monitor.
    boolean isFull = queue.size() > queue.remainingCapacity();
    owner.threads().setUrgent(!caller.mayHang() || owner.isEnding() || isFull);
    InspectorCall begun = begin(inspection, spec);
    Throwable failure = null;
    try {
      findings.addAll(caller.call(spec, limited(inspection.change(), current.mediaType(), begun)));
    } catch (Throwable e) {
      failure = e;
    }
    if (failure == null) {
      failure = excess(findings);
    }
    boolean isInTime = end(begun);
    InspectionFailure loss = isInTime ? loss(inspection, spec, failure) : late(inspection, spec);
    if (loss != null) {
      findings.clear();
    }
    return loss;
  }

  private static Change limited(Change change, String mediaType, InspectorCall attempt) {
    return new Change(
        change.path(),
        mediaType,
        limited(change.before(), attempt),
        limited(change.after(), attempt),
        change.equalPrefixBytes());
  }

  private static Content limited(Content content, InspectorCall attempt) {
    return content.exists() ? new LimitedContent(content, attempt) : content;
  }

  private synchronized InspectorCall begin(Inspection inspection, InspectorSpec spec) {
    attempt = new InspectorCall(inspection, spec, () -> caller.cancel(thread));
    return attempt;
  }

  /** Allows interrupts of this thread only while a call is set. */
  private synchronized boolean end(InspectorCall begun) {
    boolean isInTime = begun.end();
    attempt = isAbandoned ? attempt : null;
    Thread.interrupted();
    return isInTime;
  }

  private static InspectionFailure late(Inspection inspection, InspectorSpec spec) {
    String detail = "gave up after " + spec.traits().timeoutMillis() + " ms";
    return new InspectionFailure(inspection, spec.name(), Reason.TIMEOUT, detail);
  }

  /** Returns the error of excessive findings, or null. */
  private static @Nullable IOException excess(List<Finding> findings) {
    if (findings.size() > MAX_FINDINGS) {
      return new IOException(findings.size() + " findings, more than " + MAX_FINDINGS);
    }
    for (Finding each : findings) {
      if (each.data().length() > Finding.MAX_DATA_BYTES) {
        return new IOException(
            "a finding of %d bytes, more than %d"
                .formatted(each.data().length(), Finding.MAX_DATA_BYTES));
      }
    }
    return null;
  }

  private static @Nullable InspectionFailure loss(
      Inspection inspection, InspectorSpec spec, @Nullable Throwable failure) {
    String trouble = problem(inspection.change().before()) + problem(inspection.change().after());
    if (!trouble.isEmpty()) {
      return new InspectionFailure(inspection, spec.name(), Reason.CONTENT_LOST, trouble);
    }
    return failure == null ? null : failed(inspection, spec, failure);
  }

  private static InspectionFailure failed(
      Inspection inspection, InspectorSpec spec, Throwable failure) {
    boolean isDead = failure instanceof WorkerDiedException;
    String message = failure.getMessage();
    String suffix = message == null ? "" : ": " + message;
    return new InspectionFailure(
        inspection,
        spec.name(),
        isDead ? Reason.WORKER_DIED : Reason.FAILED,
        isDead && message != null ? message : failure.getClass().getSimpleName() + suffix);
  }

  private static String problem(Content content) {
    return content instanceof CheckedContent checked ? checked.problem() : "";
  }

  // --- for the watcher ---

  /** Expires a late call. Raises the priority of a slow one before it is late. */
  synchronized void expireIfLate(long nowNanos) {
    if (attempt != null) {
      if (attempt.takesLong(nowNanos)) {
        owner.threads().raisePriority(thread);
      }
      attempt.expireIfLate(nowNanos);
    }
  }

  /** The hanging call of an abandoned thread, and the rest of its job for a new thread. */
  record AbandonedWork(InspectorCall stuck, InspectionJob rest) {}

  /**
   * Abandons the thread if its call hangs, otherwise returns null. Atomic, because the call may
   * return at any moment.
   */
  synchronized @Nullable AbandonedWork abandonIfLeftBehind(long nowNanos, long graceNanos) {
    InspectorCall call = attempt;
    InspectionJob current = job;
    if (call == null
        || current == null
        || isAbandoned
        || !caller.mayHang()
        || !call.isLeftBehind(nowNanos, graceNanos)) {
      return null;
    }
    isAbandoned = true;
    List<InspectorSpec> rest = current.specs().subList(next, current.specs().size());
    return new AbandonedWork(
        call,
        new InspectionJob(
            current.inspection(), current.mediaType(), List.copyOf(rest), current.parts()));
  }

  /** Creates a replacement with a thread of its own. */
  InspectorThread successor(Caller fresh, InspectionJob rest) {
    return new InspectorThread(owner, thread.getName(), queue, fresh, rest);
  }

  /** Cancels the current call, if any, when the runner closes. */
  synchronized void cancel() {
    caller.cancel(thread);
  }
}
