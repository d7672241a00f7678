// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.colophon.core.inspect.InspectionFailure.Reason;
import org.colophon.core.inspect.caller.LocalCaller;
import org.colophon.core.inspect.caller.WorkerCaller;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.choice.TypeDetectors;
import org.colophon.core.inspect.content.CheckedContent;
import org.colophon.core.inspect.worker.WorkerConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.TypeDetector;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/**
 * Runs inspectors. Any thread may offer changes. Only {@link #awaitIdle} and {@link #close} wait
 * for an inspector.
 *
 * <p>Two bounded queues separate inspectors in this JVM from those in the worker JVM, so that slow
 * documents do not delay texts. A watcher ends calls that take too long. One thread passes the
 * findings to an output.
 */
public final class Inspections implements AutoCloseable {
  private static final long WATCH_MILLIS = 20;
  private static final long GRACE_NANOS = 1_000_000_000;
  private static final long CLOSE_MILLIS = 5_000;
  private static final int MAX_LEFT_BEHIND = 3;
  private static final byte[] NO_HEAD = {};

  private final InspectionConfig config;
  private final TypeDetector detector = new TypeDetectors();
  private final InspectionTally tally = new InspectionTally();
  private final BlockingQueue<InspectionJob> local;
  private final BlockingQueue<InspectionJob> isolated;
  private final Recorder recorder;
  private final Thread recording;
  private final Thread watching;
  private final Map<String, Integer> leftBehind = new ConcurrentHashMap<>();
  private final List<InspectorThread> lanes = new ArrayList<>();
  private volatile boolean isClosing;
  private volatile boolean isEnding;

  private Inspections(InspectionConfig config, Supplier<FindingOutput> outputs) {
    this.config = config;
    this.local = new ArrayBlockingQueue<>(config.queueCapacity());
    this.isolated = new ArrayBlockingQueue<>(config.queueCapacity());
    this.recorder = new Recorder(outputs);
    this.recording = daemon(recorder, "colophon-inspect-record");
    this.watching = daemon(this::watch, "colophon-inspect-watch");
  }

  /**
   * Starts the threads. The worker JVM starts when it is first needed.
   *
   * @param outputs called once, on the thread that passes the findings
   */
  public static Inspections start(InspectionConfig config, Supplier<FindingOutput> outputs) {
    Inspections started = new Inspections(config, outputs);
    started.startLanes();
    started.recording.start();
    started.watching.start();
    return started;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private void startLanes() {
    synchronized (lanes) {
      for (int i = 1; i <= config.threads(); i++) {
        lanes.add(
            new InspectorThread(this, "colophon-inspect-" + i, local, new LocalCaller(), null));
      }
      WorkerConfig worker = workerConfig();
      lanes.add(
          new InspectorThread(
              this,
              "colophon-inspect-w",
              isolated,
              new WorkerCaller(worker, tally.workerStarts),
              null));
      lanes.forEach(lane -> lane.thread().start());
    }
  }

  private WorkerConfig workerConfig() {
    int memory =
        config.inspectors().stream().mapToInt(s -> s.traits().memoryMebibytes()).max().orElse(1);
    return new WorkerConfig(config.directory(), memory, config.workerOptions());
  }

  // --- offering ---

  /** Returns true if an inspector wants changes of a file with this path. Fast. */
  public boolean wants(Bytes path) {
    Bytes name = path.slice(path.lastIndexOf('/') + 1, path.length());
    String type = detector.typeOf(name, NO_HEAD);
    return config.inspectors().stream().anyMatch(spec -> spec.wants(path, type));
  }

  /**
   * Accepts a change if the queue has room.
   *
   * @return true if accepted; a refusal is counted and recorded, and runs {@code done}
   */
  public boolean offer(Inspection inspection) {
    tally.offered.increment();
    if (!isClosing && local.offer(InspectionJob.of(inspection))) {
      return true;
    }
    tally.refused.increment();
    String why = isClosing ? "inspection is ending" : "too many changes are waiting";
    recorder.offer(new InspectionFailure(inspection, "", Reason.QUEUE_FULL, why));
    inspection.done().run();
    return false;
  }

  public InspectionCounts counts() {
    return tally.counts();
  }

  // --- for the inspector threads ---

  BackgroundThreads threads() {
    return config.backgroundThreads();
  }

  boolean isEnding() {
    return isEnding;
  }

  /** Selects the inspectors of a change. Isolated ones receive it through the other queue. */
  InspectionJob sort(InspectionJob job) {
    Inspection inspection = job.inspection();
    String type = typeOf(inspection.change());
    List<InspectorSpec> here = new ArrayList<>();
    List<InspectorSpec> there = new ArrayList<>();
    for (InspectorSpec spec : config.inspectors()) {
      if (spec.wants(inspection.change().path(), type)) {
        (spec.isIsolated(type) ? there : here).add(spec);
      }
    }
    if (!there.isEmpty()) {
      InspectionJob fork = job.fork(type, there);
      if (!isolated.offer(fork)) {
        fork.finish();
        there.forEach(spec -> skipped(full(inspection, spec)));
      }
    }
    return new InspectionJob(inspection, type, here, job.parts());
  }

  private static InspectionFailure full(Inspection inspection, InspectorSpec spec) {
    String why = "too many changes are waiting for the worker JVM";
    return new InspectionFailure(inspection, spec.name(), Reason.QUEUE_FULL, why);
  }

  private String typeOf(Change change) {
    Content content = change.after().exists() ? change.after() : change.before();
    try {
      byte[] head = content.exists() ? content.read(0, TypeDetector.HEAD_BYTES) : NO_HEAD;
      return detector.typeOf(change.name(), head);
    } catch (IOException | RuntimeException e) {
      // The next read of this content fails in the same way and reports the error.
      return detector.typeOf(change.name(), NO_HEAD);
    }
  }

  /** Returns the reason not to call an inspector, or null. */
  @Nullable InspectionFailure refusal(Inspection inspection, InspectorSpec spec) {
    Change change = inspection.change();
    if (leftBehind.getOrDefault(spec.name(), 0) >= MAX_LEFT_BEHIND) {
      String why = MAX_LEFT_BEHIND + " calls of it did not return, so it is no longer called";
      return new InspectionFailure(inspection, spec.name(), Reason.DISABLED, why);
    }
    for (Content content : List.of(change.before(), change.after())) {
      String trouble = content instanceof CheckedContent checked ? checked.problem() : "";
      if (!trouble.isEmpty()) {
        return new InspectionFailure(inspection, spec.name(), Reason.CONTENT_LOST, trouble);
      }
    }
    if (spec.traits().readsTail() && change.before().sizeBytes() == 0) {
      return null; // all content is new, and the inspector limits its reading
    }
    long known = spec.traits().readsTail() ? change.equalPrefixBytes() : 0;
    long most = Math.max(change.before().sizeBytes(), change.after().sizeBytes()) - known;
    return most <= spec.traits().maxBytes()
        ? null
        : new InspectionFailure(
            inspection,
            spec.name(),
            Reason.TOO_LARGE,
            "%d bytes may differ, more than %d".formatted(most, spec.traits().maxBytes()));
  }

  void skipped(InspectionFailure loss) {
    tally.skipped.increment();
    recorder.offer(loss);
  }

  void report(Inspection inspection, List<Finding> findings, @Nullable InspectionFailure loss)
      throws InterruptedException {
    if (loss != null) {
      (loss.reason() == Reason.TIMEOUT ? tally.timedOut : tally.failed).increment();
      recorder.record(inspection, loss.finding());
      return;
    }
    tally.inspected.increment();
    for (Finding finding : findings) {
      tally.findings.increment();
      recorder.record(inspection, finding);
    }
  }

  void done(InspectionJob job) {
    if (job.finish()) {
      try {
        job.inspection().done().run();
      } finally {
        tally.finished.increment();
      }
    }
  }

  // --- watching ---

  private void watch() {
    while (!isEnding) {
      long now = System.nanoTime();
      synchronized (lanes) {
        lanes.forEach(lane -> lane.expireIfLate(now));
        for (int i = 0; i < lanes.size(); i++) {
          InspectorThread.AbandonedWork abandoned =
              lanes.get(i).abandonIfLeftBehind(now, GRACE_NANOS);
          if (abandoned != null) {
            lanes.set(i, replace(lanes.get(i), abandoned));
          }
        }
      }
      try {
        Thread.sleep(WATCH_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private InspectorThread replace(InspectorThread lane, InspectorThread.AbandonedWork abandoned) {
    InspectorCall stuck = abandoned.stuck();
    InspectorThread successor = lane.successor(new LocalCaller(), abandoned.rest());
    leftBehind.merge(stuck.spec().name(), 1, Integer::sum);
    tally.timedOut.increment();
    String detail = "did not return after " + stuck.spec().traits().timeoutMillis() + " ms";
    recorder.offer(
        new InspectionFailure(stuck.inspection(), stuck.spec().name(), Reason.TIMEOUT, detail));
    successor.thread().start();
    return successor;
  }

  // --- ending ---

  /** Waits until all changes are finished and handed over. Returns false on timeout. */
  public boolean awaitIdle(long timeoutMillis) {
    long end = System.nanoTime() + timeoutMillis * 1_000_000;
    while (tally.counts().waiting() > 0 || !recorder.isIdle()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /**
   * Stops accepting changes and inspects waiting ones for up to five seconds. Records the remaining
   * changes as not inspected, and ends the worker JVM.
   */
  @Override
  public void close() {
    isClosing = true;
    awaitIdle(CLOSE_MILLIS);
    refuseWaiting(local);
    refuseWaiting(isolated);
    isEnding = true;
    synchronized (lanes) {
      lanes.forEach(InspectorThread::cancel);
      lanes.forEach(lane -> join(lane.thread()));
    }
    recorder.close();
    join(recording);
    watching.interrupt();
  }

  private void refuseWaiting(BlockingQueue<InspectionJob> queue) {
    List<InspectionJob> rest = new ArrayList<>();
    queue.drainTo(rest);
    for (InspectionJob job : rest) {
      skipped(
          new InspectionFailure(
              job.inspection(), "", Reason.QUEUE_FULL, "inspecting ended before its turn"));
      done(job);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
