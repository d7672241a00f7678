// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.recording;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Records gaps for a recording that ended without notice, and removes its mark. The gaps of at most
 * {@link #MAX_UNIT} processes and the removal are one atomic unit. With more processes the removal
 * comes last: a crash repeats some gaps and loses none. One thread.
 */
public final class RecordingLosses {
  /** Maximum number of gaps that are published together. */
  static final int MAX_UNIT = 4_000;

  private final @Nullable LineageReader reader;
  private final OperationSink sink;
  private final BooleanSupplier isCancelled;

  /**
   * @param reader sees everything that the recording reported; null if no adapter can be read
   * @param isCancelled called for each process; once true, {@link #record} throws INTERRUPTED
   */
  public RecordingLosses(
      @Nullable LineageReader reader, OperationSink sink, BooleanSupplier isCancelled) {
    this.reader = reader;
    this.sink = sink;
    this.isCancelled = isCancelled;
  }

  /** The processes of a recording that are not known to have ended, and their last known LSN. */
  private static final class Survivors {
    final List<ProcessInfo> running = new ArrayList<>();
    long lastLsn;
  }

  /**
   * Records the possible losses of a recording. They are published on return, and not yet durable.
   *
   * @param source the source that holds the mark
   * @throws ColophonException INTERRUPTED if it was cancelled; failures of publishing
   */
  public UnendedRecording record(String source, RecordingMark mark) {
    if (mark.coverage() == Coverage.NOTHING) {
      publish(source, List.of());
      return new UnendedRecording(mark, null, 0, lastNanos());
    }
    boolean isProcesses = mark.coverage() == Coverage.PROCESSES;
    if (!isProcesses || mark.root() == 0 || reader == null) {
      publish(source, List.of(0L));
      return new UnendedRecording(mark, null, 1, lastNanos());
    }
    Survivors found = survivors(reader, mark.root());
    publish(source, found.running.stream().map(ProcessInfo::id).toList());
    ProcessInfo shown = found.running.isEmpty() ? null : found.running.get(0);
    return new UnendedRecording(mark, shown, found.running.size(), reader.timeAt(found.lastLsn));
  }

  private long lastNanos() {
    return reader == null ? 0 : reader.timeAt(reader.visibleLsn());
  }

  private void publish(String source, List<Long> processes) {
    boolean isUnit = processes.size() <= MAX_UNIT;
    if (isUnit) {
      sink.begin();
    }
    processes.forEach(process -> sink.gap(process, GapCause.LOST_SIGHT, 1, 0));
    sink.position(source, Bytes.EMPTY);
    sink.flush();
  }

  private void checkCancelled() {
    if (isCancelled.getAsBoolean()) {
      throw ErrorCode.INTERRUPTED.exception("the store is being closed");
    }
  }

  /**
   * Returns the processes without an end among the root, its successors by execve and its forks.
   */
  private Survivors survivors(LineageReader from, long root) {
    Survivors found = new Survivors();
    Set<Long> seen = new HashSet<>(Set.of(root));
    Deque<Long> waiting = new ArrayDeque<>(seen);
    while (!waiting.isEmpty()) {
      checkCancelled();
      long id = waiting.remove();
      ProcessInfo info = from.process(id);
      if (info != null) {
        examine(from, info, found);
      }
      from.effectsOfProcess(
          id,
          (effect, cause, kind, lsn, time) -> {
            boolean isOwn = kind == LinkKind.FORK || kind == LinkKind.EXEC;
            if (isOwn && seen.add(effect)) {
              waiting.add(effect);
            }
          });
    }
    return found;
  }

  private static void examine(LineageReader from, ProcessInfo info, Survivors found) {
    boolean isRunning = info.endLsn() == Lsn.OPEN;
    long known = isRunning ? info.declaredLsn() : info.endLsn();
    found.lastLsn = Math.max(found.lastLsn, known);
    if (isRunning) {
      found.running.add(info);
      from.accessesOfProcess(
          info.id(),
          AccessMode.ALL,
          (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
              found.lastLsn = Math.max(found.lastLsn, last == Lsn.OPEN ? first : last));
    }
  }
}
