// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Phase;
import org.colophon.core.model.WallClock;
import org.colophon.core.prune.PrunedIds;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.ring.RecordHandler;
import org.colophon.core.state.FileStates;
import org.colophon.core.state.KernelGate;
import org.colophon.core.suppression.Suppressor;

/**
 * The work of the kernel's one thread: suppress and encode each operation, and write one journal
 * frame at the end of a ring batch. Operations published together go into one frame, and become
 * durable together. Everything here except {@link #openIntervals} belongs to that thread.
 */
final class Pipeline implements RecordHandler {
  /** Size at which a frame is written, even within a ring batch. */
  private static final int FRAME_BYTES = 1 << 18;

  /**
   * The largest range of LSNs of a frame, even if all are suppressed: see StoreEnd's LSN_RESERVE.
   */
  static final long MAX_FRAME_LSNS = 1L << 19;

  private static final long MAINTENANCE_NANOS = 100_000_000L;
  private static final int CLOCK_MASK = 0xfff;

  private final Journal journal;
  private final KernelGate gate;
  private final RecordEncoder encoder;
  private final RecordWriter writer;
  private final Suppressor suppressor;
  private final PipelineMetrics metrics;
  private final long intervalAgeNanos;
  private final Runnable publishTick;
  private final Runnable maintenance;
  private final Consumer<Throwable> onFailure;
  private final Map<CutKey, BegunCuts> begunCuts = new HashMap<>();
  private final LongSupplier nextProcess;
  private final LongSupplier nextObject;
  private long clockNanos = wallClockNanos();
  private long lastMaintenanceNanos = System.nanoTime();
  private long lastFrameLsn;
  private long lastLsn;
  private long dataLsn;
  private boolean wroteFrame;
  private boolean isWithinRange;
  private long handled;
  private long absorbed;
  private long handledGaps;
  private boolean failed;
  private volatile long openIntervals;
  private volatile long evictedIntervals;
  private volatile long gaps;

  private record CutKey(long process, long object) {}

  /** Cuts of one object that one process has begun: their number, and the LSN of the first. */
  private record BegunCuts(long firstLsn, int count) {}

  /**
   * Constructs a pipeline.
   *
   * @param lastLsn the last LSN before this run's first.
   * @param nextProcess the smallest free process id, for the frames.
   * @param nextObject the same for objects.
   * @param publishTick publishes a slot without a type if there is room. So intervals that have
   *     been open for long end at an LSN of their own.
   * @param maintenance called on the kernel's thread about every 100 ms.
   * @param onFailure called once, on the kernel's thread, if a stage fails.
   */
  Pipeline(
      Journal journal,
      KernelGate gate,
      KernelConfig config,
      PipelineMetrics metrics,
      FileStates files,
      long lastLsn,
      LongSupplier nextProcess,
      LongSupplier nextObject,
      Runnable publishTick,
      Runnable maintenance,
      Consumer<Throwable> onFailure) {
    this.journal = journal;
    this.gate = gate;
    this.encoder = journal.encoder();
    this.writer = new RecordWriter(encoder, files);
    this.suppressor = new Suppressor(config.maxOpenIntervals(), writer);
    suppressor.setClock(lastMaintenanceNanos); // or the first intervals would look very old
    this.metrics = metrics;
    this.intervalAgeNanos = config.intervalAgeMillis() * 1_000_000L;
    this.publishTick = publishTick;
    this.maintenance = maintenance;
    this.onFailure = onFailure;
    this.lastFrameLsn = lastLsn;
    this.lastLsn = lastLsn;
    this.nextProcess = nextProcess;
    this.nextObject = nextObject;
  }

  long openIntervals() {
    return openIntervals;
  }

  PrunedIds prunedIds() {
    return writer.prunedIds();
  }

  /** Sets ids to declare again at their next use, from the next operation on. */
  void setPrunedIds(PrunedIds ids) {
    writer.setPrunedIds(ids);
  }

  long evictedIntervals() {
    return evictedIntervals;
  }

  long gaps() {
    return gaps;
  }

  @Override
  public void onRecord(RecordEvent event, long lsn) {
    if (failed) {
      countFailed(event);
      return;
    }
    lastLsn = lsn;
    isWithinRange = !event.endsRange;
    if (event.type != null) {
      operation(event, lsn);
    } else if (event.isPosition()) {
      journal.position(lsn, clockNanos, event.label, (Bytes) event.payload);
    } else {
      suppressor.closeOpenedBefore(System.nanoTime() - intervalAgeNanos, lsn);
    }
    if (!isWithinRange && encoder.payloadBytes() >= FRAME_BYTES) {
      writeFrame(lsn);
    }
  }

  private void operation(RecordEvent event, long lsn) {
    if ((++handled & CLOCK_MASK) == 0) {
      clockNanos = wallClockNanos();
    }
    long nanos = event.timeNanos == 0 ? clockNanos : WallClock.wholeMillis(event.timeNanos);
    handle(event, lsn, nanos);
  }

  private void handle(RecordEvent event, long lsn, long nanos) {
    switch (event.type) {
      case ACCESS -> suppressor.access(event, lsn, nanos);
      case CUT -> cut(event, lsn, nanos);
      case EXIT -> exit(event, lsn, nanos);
      case GAP -> {
        handledGaps++;
        suppressor.lost(event.process, lsn);
        writer.write(event, lsn, nanos);
      }
      default -> writer.write(event, lsn, nanos);
    }
  }

  /**
   * Ends the intervals of the version twice: at the cut's begin, and at its end, when it surely
   * took effect.
   */
  private void cut(RecordEvent event, long lsn, long nanos) {
    CutKey key = new CutKey(event.process, event.object);
    suppressor.closeObject(event.object, lsn, nanos);
    if (event.phase == Phase.BEGIN.code()) {
      begunCuts.merge(
          key, new BegunCuts(lsn, 1), (a, b) -> new BegunCuts(a.firstLsn(), a.count() + 1));
      absorbed++;
      return;
    }
    BegunCuts begun = event.phase == Phase.END.code() ? endCut(key) : null;
    long beginLsn = begun == null ? lsn : begun.firstLsn();
    writer.cut(lsn, nanos, event.process, event.object, beginLsn);
  }

  /**
   * Ends a cut. If several cuts overlap, any of them may have ended, so the start of the first
   * counts.
   */
  private BegunCuts endCut(CutKey key) {
    BegunCuts begun = begunCuts.remove(key);
    if (begun != null && begun.count() > 1) {
      begunCuts.put(key, new BegunCuts(begun.firstLsn(), begun.count() - 1));
    }
    return begun;
  }

  private void exit(RecordEvent event, long lsn, long nanos) {
    suppressor.closeProcess(event.process, lsn, nanos);
    if (!begunCuts.isEmpty()) {
      begunCuts.keySet().removeIf(key -> key.process() == event.process);
    }
    writer.exit(lsn, nanos, event.process, (int) event.amount);
  }

  @Override
  public void onBatchEnd(long lsn) {
    if (isOver() || isWithinRange) {
      return;
    }
    suppressor.cover(lsn);
    if (!encoder.isEmpty() || lsn - lastFrameLsn >= MAX_FRAME_LSNS) {
      writeFrame(lsn);
    }
    account(lsn);
    clockNanos = wallClockNanos();
    maintain();
  }

  @Override
  public void onIdle() {
    if (isOver()) {
      return;
    }
    clockNanos = wallClockNanos();
    maintain();
  }

  /** Returns true after a failure here or elsewhere: nothing may be written after a failed sync. */
  private boolean isOver() {
    failed |= gate.isFailed();
    return failed;
  }

  private void account(long lsn) {
    openIntervals = suppressor.openIntervals();
    evictedIntervals = suppressor.evicted();
    gaps = handledGaps;
    metrics.setHandled(handled, suppressor.suppressed() + absorbed, writer.journaled());
    journal.accounted(lsn, wroteFrame); // last, so that waiters see the counts
    wroteFrame = false;
  }

  private void maintain() {
    long now = System.nanoTime();
    suppressor.setClock(now);
    if (now - lastMaintenanceNanos < MAINTENANCE_NANOS) {
      return;
    }
    lastMaintenanceNanos = now;
    suppressor.forgetBefore(now - intervalAgeNanos);
    if (suppressor.hasOpenedBefore(now - intervalAgeNanos)) {
      publishTick.run();
    }
    maintenance.run();
  }

  private void writeFrame(long lsn) {
    if (isOver()) {
      return;
    }
    suppressor.cover(lsn);
    dataLsn = encoder.operations() > 0 ? lsn : dataLsn;
    journal.writeFrame(lsn, nextProcess.getAsLong(), nextObject.getAsLong(), false);
    lastFrameLsn = lsn;
    wroteFrame = true;
  }

  /** Marks the journal as not closed, before the ring starts. */
  void writeFirstFrame() {
    writeFrame(lastLsn);
    account(lastLsn);
  }

  /**
   * Writes open state and the last frame. Runs after the ring has stopped, on the thread that
   * stopped it.
   */
  void finish() {
    if (isOver() || isWithinRange) {
      return; // incomplete ranges are ignored; only a failure leaves one
    }
    long lsn = Math.max(lastLsn, lastFrameLsn) + 1;
    suppressor.closeAll(lsn);
    writeFrame(lsn);
    account(lsn);
  }

  long lastFrameLsn() {
    return lastFrameLsn;
  }

  /** Returns the LSN of the last frame with an operation, 0 if this run has none. */
  long dataLsn() {
    return dataLsn;
  }

  /** Writes an empty frame as the mark of a clean shutdown, after {@link #finish}. */
  void writeCleanFrame() {
    journal.writeFrame(lastFrameLsn, nextProcess.getAsLong(), nextObject.getAsLong(), true);
    journal.accounted(lastFrameLsn, true);
  }

  @Override
  public void onFailure(Throwable failure) {
    if (!failed) {
      failed = true;
      long journaled = writer.journaled();
      long suppressed = suppressor.suppressed() + absorbed;
      if (handled > suppressed + journaled) {
        metrics.addFailed(); // the current operation
      }
      metrics.setHandled(suppressed + journaled, suppressed, journaled);
      onFailure.accept(failure);
    }
  }

  private void countFailed(RecordEvent event) {
    if (event.type != null) {
      metrics.addFailed();
    }
  }

  private static long wallClockNanos() {
    return System.currentTimeMillis() * 1_000_000L;
  }
}
