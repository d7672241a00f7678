// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.HostInfo;
import org.colophon.core.model.Bytes;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.prune.OpenReads;
import org.colophon.core.recording.ActiveRecording;
import org.colophon.core.recording.Recorder;
import org.colophon.core.recording.RecordingLosses;
import org.colophon.core.recording.RecordingMark;
import org.colophon.core.recording.UnendedRecording;
import org.colophon.core.sink.RingSink;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.state.KernelParts;
import org.jspecify.annotations.Nullable;

/**
 * Marks the recordings of a kernel, and finds those that ended without notice. At opening these are
 * the recordings of earlier kernels; later, those of other processes that died. A thread of its own
 * records the gaps once an adapter has caught up, so recording never waits. Any thread.
 */
final class KernelRecordings implements ActiveRecording.Marks {
  private static final long POLL_NANOS = 5_000_000;
  private static final int MAX_FOUND = 20;
  private static final Logger LOG = System.getLogger(KernelRecordings.class.getName());

  private final KernelParts parts;
  private final KernelAdapters adapters;
  private final OpenReads readings;
  private final Recorder here;
  private final RingSink marks;

  /** Sources of the recordings that this kernel runs or already handles as unended. */
  private final Set<String> handled = ConcurrentHashMap.newKeySet();

  private final Deque<Unended> waiting = new ArrayDeque<>();
  private final Deque<UnendedRecording> found = new ArrayDeque<>();
  private @Nullable Thread worker;
  private volatile boolean isClosing;

  private record Unended(String source, RecordingMark mark) {}

  KernelRecordings(KernelParts parts, KernelAdapters adapters, OpenReads readings, HostInfo host) {
    this.parts = parts;
    this.adapters = adapters;
    this.readings = readings;
    this.here = Recorder.ofThisProcess(host.hostId(), host.bootId());
    this.marks = new RingSink(parts, "recordings", SinkOptions.DEFAULT);
  }

  /** Returns a recording of this kernel that has not begun. */
  ActiveRecording newRecording(String reporter, boolean watchesProcesses) {
    return new ActiveRecording(
        this, RecordingMark.beginning(reporter, watchesProcesses, false, here));
  }

  /** Returns the recordings found in this run, oldest first; only the newest if there are many. */
  synchronized List<UnendedRecording> found() {
    return List.copyOf(found);
  }

  @Override
  public void publish(String source, RecordingMark mark) {
    handled.add(source);
    position(source, mark.encode());
  }

  @Override
  public void remove(String source) {
    position(source, Bytes.EMPTY);
    handled.remove(source);
  }

  private void position(String source, Bytes position) {
    synchronized (marks) {
      marks.position(source, position);
      marks.flush();
    }
  }

  @Override
  public void failed(String source, RecordingMark mark) {
    enqueue(new Unended(source, mark));
  }

  /** Finds the recordings of earlier kernels, before any reporter is attached. */
  void findAtOpening() {
    find(mark -> !mark.isRemote() || mark.recorder().hasEnded(here));
  }

  /** Finds the recordings of other processes that reported to this kernel and have died. */
  void findDead() {
    find(mark -> mark.isRemote() && mark.recorder().hasEnded(here));
  }

  private void find(Predicate<RecordingMark> hasEnded) {
    Map<String, Bytes> positions = parts.positions().all();
    for (Map.Entry<String, Bytes> each : positions.entrySet()) {
      String source = each.getKey();
      if (RecordingMark.isSource(source) && !handled.contains(source)) {
        RecordingMark.decode(each.getValue())
            .filter(hasEnded)
            .ifPresent(mark -> enqueue(new Unended(source, mark)));
      }
    }
  }

  private synchronized void enqueue(Unended unended) {
    handled.add(unended.source());
    waiting.add(unended);
    if (worker == null && !isClosing) {
      worker = new Thread(this::work, "colophon-recordings");
      worker.setDaemon(true);
      worker.start();
    }
  }

  // --- the worker ---

  private void work() {
    Unended next = first();
    while (next != null) {
      try {
        record(next);
      } catch (RuntimeException | Error e) { // its mark stays, for the next opening
        Level level = e instanceof ColophonException ? Level.DEBUG : Level.WARNING;
        LOG.log(level, "the end of recording " + next.mark().name() + " is not recorded yet", e);
      }
      next = following();
    }
  }

  private synchronized @Nullable Unended first() {
    return waiting.peek();
  }

  /** Returns the next unended recording, or null when the thread must end. */
  private synchronized @Nullable Unended following() {
    waiting.remove();
    if (waiting.isEmpty() || isClosing) {
      waiting.clear();
      worker = null;
      notifyAll();
    }
    return waiting.peek();
  }

  @SuppressWarnings("try") // the resource is only held open
  private void record(Unended unended) {
    try (OpenRead reading = readings.begin()) {
      RingSink sink = new RingSink(parts, "recordings", SinkOptions.DEFAULT);
      UnendedRecording lost =
          new RecordingLosses(awaitReader(), sink, () -> isClosing)
              .record(unended.source(), unended.mark());
      if (lost.isNotable()) {
        remember(lost);
        LOG.log(Level.WARNING, lost.text(ZoneId.systemDefault()));
      }
    }
  }

  private synchronized void remember(UnendedRecording lost) {
    found.add(lost);
    if (found.size() > MAX_FOUND) {
      found.remove();
    }
  }

  /** Returns a reader that sees everything published so far; null if no adapter can be read. */
  private @Nullable LineageReader awaitReader() {
    parts.journal().awaitDurable(parts.ring().lastLsn());
    long lsn = parts.journal().writtenLsn();
    LineageReader reader = adapters.readerThatSees(lsn);
    while (reader == null && !isClosing && adapters.requestVisible(lsn)) {
      parts.gate().check();
      LockSupport.parkNanos(POLL_NANOS);
      reader = adapters.readerThatSees(lsn);
    }
    if (isClosing) {
      throw ErrorCode.INTERRUPTED.exception("the store is being closed");
    }
    return reader;
  }

  /** Waits until the recordings that were found are recorded as gaps. */
  synchronized void await() {
    boolean isInterrupted = false;
    while (worker != null) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the worker; the next opening handles the remaining recordings. */
  void close() {
    isClosing = true;
    await();
  }
}
