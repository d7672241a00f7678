// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.colophon.reporters.common.inside.KernelClock;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.replay.Replay;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a replay with the calls in records. One thread. An adjacent begin and end of a call are
 * passed as one call.
 */
final class EventReplay implements EventSource.RecordHandler {
  private static final int CLONE = 56;
  private static final int CLONE_THREAD = 0x10000;

  private final Replay replay;
  private final EventCall current = new EventCall();
  private final RingRequests requests = new RingRequests();
  private final Environments environments = new Environments();

  /** Record of the start of an additional thread. */
  private final ByteBuffer created =
      ByteBuffer.allocate(Head.BYTES)
          .order(ByteOrder.nativeOrder())
          .putInt(Head.KIND, Head.FORKED)
          .putInt(Head.NUMBER, CLONE)
          .putLong(Head.ARGUMENTS, CLONE_THREAD);

  /** The call of the last record, if the record is a begin; null otherwise. */
  private @Nullable EventCall begun;

  /** Calls whose begin was passed on, by thread. */
  private final Map<Integer, EventCall> interrupted = new HashMap<>();

  /** Copies of calls to be reused. */
  private final Deque<EventCall> free = new ArrayDeque<>();

  private long reportedLost;

  EventReplay(Replay replay) {
    this.replay = replay;
  }

  /**
   * Ends after the last record.
   *
   * @param lost the number of lost records; some were reported by later records
   */
  void end(long lost) {
    interrupt();
    if (lost > reportedLost) {
      replay.lost(0, lost - reportedLost);
    }
  }

  @Override
  public void record(ByteBuffer memory, int at, int length) {
    int kind = memory.getInt(at + Head.KIND);
    int thread = memory.getInt(at + Head.TID);
    int lost = memory.getInt(at + Head.LOST);
    int tid = thread;
    if (kind == Head.SUBMITTED || kind == Head.COMPLETED) {
      boolean isBegin = kind == Head.SUBMITTED;
      tid = isBegin ? submitted(memory, at, thread) : completed(memory, at);
      kind = isBegin ? Head.BEGUN : Head.ENDED;
    }
    if (begun != null && (kind != Head.ENDED || tid != begun.thread)) {
      interrupt();
    }
    replay.setTime(KernelClock.wallNanos(memory.getLong(at + Head.NANOS)));
    if (lost != 0) {
      reportedLost += lost;
      environments.remove(thread); // the lost records may include parts or the program's record
      replay.lost(thread, lost);
    }
    if (tid == 0) {
      return; // the end of a request whose start is lost
    }
    switch (kind) {
      case Head.BEGUN -> {
        EventCall copy = free.isEmpty() ? new EventCall() : free.pop();
        begun = copy.begin(memory, at, length, tid);
      }
      case Head.ENDED -> end(memory, at, tid);
      case Head.ENVIRONMENT -> environments.add(tid, memory, at);
      case Head.EXECUTED -> execute(memory, at, tid);
      case Head.EXITED -> exit(tid, memory.getInt(at + Head.NUMBER));
      case Head.RUN_BEGUN -> {
        EventCall run = current.set(memory, at, tid);
        replay.beginRun(run, run.fdAt(Head.RUN));
      }
      case Head.RUN_ENDED -> {
        EventCall run = current.set(memory, at, tid);
        if (!replay.endRun(run, run.fdAt(Head.RUN), run.longAt(Head.RUN_COUNT))) {
          replay.call(run);
        }
      }
      default -> replay.call(current.set(memory, at, tid));
    }
  }

  /** Passes the begin of a call on whose end has not been read. */
  private void interrupt() {
    if (begun != null) {
      replay.begin(begun);
      release(interrupted.put(begun.thread, begun));
      begun = null;
    }
  }

  private void release(@Nullable EventCall copy) {
    if (copy != null) {
      free.push(copy);
    }
  }

  private void end(ByteBuffer memory, int at, int tid) {
    long result = memory.getLong(at + Head.RESULT);
    EventCall call = begun == null ? interrupted.remove(tid) : begun;
    if (call == null) {
      replay.resume(current.set(memory, at, tid)); // its begin is lost
    } else if (begun == null) {
      replay.resume(call.end(result));
    } else {
      replay.call(call.end(result));
    }
    begun = null;
    release(call);
  }

  private int submitted(ByteBuffer memory, int at, int thread) {
    return requests.begin(
        thread,
        memory.getLong(at + Head.RESULT),
        tid -> {
          interrupt();
          replay.call(current.set(created.putLong(Head.RESULT, tid), 0, thread));
        });
  }

  private int completed(ByteBuffer memory, int at) {
    return requests.end(memory.getLong(at + Head.ARGUMENTS));
  }

  private void exit(int tid, int status) {
    endRequests(tid);
    environments.remove(tid);
    release(interrupted.remove(tid));
    replay.exited(tid, status);
  }

  private void endRequests(int thread) {
    for (int tid : requests.endAll(thread)) {
      release(interrupted.remove(tid));
      replay.exited(tid, 0);
    }
  }

  private void execute(ByteBuffer memory, int at, int tid) {
    int caller = (int) memory.getLong(at + Head.RESULT);
    endRequests(tid);
    endRequests(caller);
    release(interrupted.remove(tid));
    if (caller != tid) {
      release(interrupted.remove(caller));
      replay.supersede(caller, tid);
    }
    long bytes = memory.getLong(at + Head.ARGUMENTS + 8 * Head.ENVIRONMENT_BYTES);
    replay.call(new ExecutedProgram(memory, at, tid, environments.take(tid, bytes)));
  }
}
